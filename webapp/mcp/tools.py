"""All tools by name. A tool that is not here does not exist for an agent."""

from webapp.mcp import acting, reading
from webapp.mcp.tool import Tool

TOOLS: dict[str, Tool] = {each.name: each for each in (*reading.TOOLS, *acting.TOOLS)}
