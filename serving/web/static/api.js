// The server's API; every failure carries the server's own sentence.

export const state = { index: "", key: sessionStorage.getItem("hirec-key") || "" };

export class Failure extends Error {
  constructor(name, message, status) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

export function useKey(text) {
  state.key = text;
  sessionStorage.setItem("hirec-key", text);
}

async function call(path, options = {}) {
  const headers = new Headers(options.headers);
  if (state.key) headers.set("Authorization", `Bearer ${state.key}`);
  let response;
  try {
    response = await fetch(path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure("Unreachable", "The server does not answer; is it still running?", 0);
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Failure(told.error || "Error", told.message || response.statusText, response.status);
  }
  return response;
}

export const part = encodeURIComponent;
export const at = (path, index = state.index) => `/api/indexes/${part(index)}${path}`;
export const getJson = async (path) => (await call(path)).json();
export const getBlob = async (path) => (await call(path)).blob();

export async function postJson(path, body) {
  const headers = { "Content-Type": "application/json" };
  return (await call(path, { method: "POST", body: JSON.stringify(body), headers })).json();
}

export async function events(path, body, hear, signal) {
  // Server-sent events of a POST: hear(name, content) for each.
  const headers = { "Content-Type": "application/json" };
  const response = await call(path, { method: "POST", body: JSON.stringify(body), headers, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop();
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
      if (fields.event) hear(fields.event, JSON.parse(fields.data));
    }
  }
}
