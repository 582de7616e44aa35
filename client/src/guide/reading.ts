import { getContext, setContext } from "svelte";

const READING = Symbol("reading");
type Read = (section: string) => void;

/** Open the guide beside what is seen here, at a section, wherever something leads to it. */
export const setReading = (read: Read) => setContext(READING, read);

/** What opens the guide beside what is seen here; undefined where it is a page of its own. */
export const readingHere = () => getContext<Read | undefined>(READING);
