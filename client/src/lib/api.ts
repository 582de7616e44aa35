import type { Fault } from "./protocol";

/** A refusal of the service, with a sentence for people. */
export class Refusal extends Error {
  code: string;

  constructor(fault: Fault) {
    super(fault.say);
    this.code = fault.code;
  }
}

async function ask<T>(method: string, path: string, body?: string | Blob): Promise<T> {
  const answer = await fetch(`/api/${path}`, {
    method,
    headers: {
      "Accept-Language": document.documentElement.lang,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    body,
  });
  const value = await answer.json().catch(() => ({ code: "lost", say: answer.statusText }));
  if (!answer.ok) throw new Refusal(value as Fault);
  return value as T;
}

/** Read from the service. */
export const get = <T>(path: string) => ask<T>("GET", path);

/** Have the service do something. */
export const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, JSON.stringify(body));

/** Send the service a file as it is. */
export const send = <T>(path: string, file: Blob) => ask<T>("POST", path, file);

/** 128 random bits, in hexadecimal. */
export const random = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
