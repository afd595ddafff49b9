// @ts-check
// Requests that scripts make: each ends in time, none follows a redirect to the sign-in page.
import { parse } from "./dom.js";

export const PATIENCE = 20000; // milliseconds until an answer counts as not coming

/** The token changes when the person signs in again in another tab: read it each time. */
export function csrfToken() {
  const name = `${document.body.dataset.csrfCookie}=`;
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(name));
  return cookie ? cookie.slice(name.length) : "";
}

/**
 * @param {string} url
 * @param {RequestInit} [options]
 */
export const timed = (url, options) =>
  fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE), ...options });

/**
 * What htmx would send; with a body a POST.
 * @param {string} url
 * @param {BodyInit} [body]
 */
export function request(url, body) {
  const headers = { "HX-Request": "true" };
  if (!body) return timed(url, { headers });
  const token = { "X-CSRFToken": csrfToken() };
  return timed(url, { method: "POST", headers: { ...headers, ...token }, body });
}

/**
 * An answer and its fragment; without a connection, or without an answer in time, neither.
 * @param {string} url
 * @param {BodyInit} [body]
 */
export async function ask(url, body) {
  try {
    const response = await request(url, body);
    return { response, root: parse(await response.text()) };
  } catch {
    return { response: null, root: null };
  }
}

/**
 * A fragment as an element; null without a connection, or when the person is signed out.
 * @param {string} url
 */
export async function load(url) {
  const { response, root } = await ask(url);
  return response?.ok ? root : null;
}
