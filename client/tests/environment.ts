// What modules of the page find of a browser when they are loaded: an address, a document that is seen, and events.
import type { Environment } from "vitest/runtime";

class Page extends EventTarget {
  hidden = false;
  documentElement = { lang: "en" };
}

export default {
  name: "page",
  viteEnvironment: "client",
  setup(global) {
    const events = new EventTarget();
    Object.assign(global, {
      document: new Page(),
      location: { protocol: "http:", host: "torite.test", pathname: "/", hash: "" },
      addEventListener: events.addEventListener.bind(events),
      removeEventListener: events.removeEventListener.bind(events),
      dispatchEvent: events.dispatchEvent.bind(events),
    });
    return { teardown: () => undefined };
  },
} satisfies Environment;
