import { language } from "./words.svelte";

/** The day it is where the reader is, as in `2026-11-22`. */
export function today(): string {
  const now = new Date();
  const two = (number: number) => String(number).padStart(2, "0");
  return `${String(now.getFullYear()).padStart(4, "0")}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The day before one, as in `2026-11-22`. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/** How many days later a day is than another. */
export const daysBetween = (one: string, other: string) =>
  Math.round((Date.parse(`${other}T00:00:00Z`) - Date.parse(`${one}T00:00:00Z`)) / 86_400_000) || 0;

/** The reader's language as it is written where they are. */
export const region = () => navigator.languages.find((one) => one.startsWith(language())) ?? language();

const STYLES = {
  full: { dateStyle: "full" },
  medium: { dateStyle: "medium" },
  short: { weekday: "short", day: "numeric", month: "short" },
} as const;

/** Write a day, as in `2026-11-22`, in the reader's language; what is none stays as it is. */
export function dayInWords(day: string, style: keyof typeof STYLES = "full"): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(region(), { ...STYLES[style], timeZone: "UTC" }).format(date);
}

/** Write a time, in seconds since 1970, in the reader's language. */
export const timeInWords = (seconds: number) =>
  new Intl.DateTimeFormat(region(), { dateStyle: "medium", timeStyle: "short" }).format(1000 * seconds);
