"""Transcripts with times: subtitles (WebVTT, SRT) and Transcriber."""
