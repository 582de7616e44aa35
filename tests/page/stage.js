// A table without a service: scenes are told to the page one after the other, and all that is drawn is measured.
(() => {
  /** What the page would hear of a service that is long-winded. */
  const ANSWERS = {
    lesson: (stage) => ({
      number: stage.number,
      goal: stage.goal,
      whole: true,
      sentences: stage.long,
      section: stage.section,
    }),
    hint: (stage) => ({
      say: stage.long[0],
      choices: stage.long.map((text, at) => ({
        code: stage.hinted[at] ?? `x ${at}`,
        text: text.slice(0, 24),
        less: at,
        worth: null,
      })),
    }),
    why: (stage) => ({ say: stage.long.join(" "), clause: "" }),
    draft: () => ({ type: "draft", parts: "", may: [], complete: true }),
  };
  /** What is said stands for so long at least, in milliseconds. */
  const READING = 2000;
  const Real = window.WebSocket;

  class Line {
    static CONNECTING = 0;
    static OPEN = 1;
    readyState = 0;
    constructor() {
      stage.line = this;
      setTimeout(() => {
        if (stage.away) return;
        this.readyState = 1;
        this.onopen?.();
        stage.opened();
      });
    }
    send(text) {
      const { type, cid } = JSON.parse(text);
      const answer = ANSWERS[type]?.(stage) ?? { type: "done" };
      setTimeout(() => this.hear({ type, ...answer, cid }));
    }
    hear(message) {
      this.onmessage?.({ data: JSON.stringify(message) });
    }
    close() {}
  }

  const later = () => new Promise((done) => setTimeout(done));
  const drawn = () =>
    new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const stage = (window.stage = {
    number: 0,
    said: 0,
    away: false,
    long: [],
    /** The section of the guide that a lesson leads to. */
    section: "",
    /** Codes that a hint is about, the best first. */
    hinted: [],
    /** What the game is about, at the first decision. */
    goal: "",
    ready: null,
    opened: null,
    async settle() {
      for (let turn = 0; turn < 3; turn++) await later();
      await drawn();
    },
    async show({ table, scene }) {
      const message = JSON.parse(scene);
      stage.number = message.scene.number;
      stage.line.hear(JSON.parse(table));
      stage.line.hear({ ...message, fresh: false });
      await stage.settle();
    },
    /** The connection is lost, and stays so. */
    async lose() {
      stage.away = true;
      stage.line.onclose({ code: 1006 });
      await stage.settle();
    },
    /** Let somebody say something, and wait until it stands there; it stays, however long somebody looks at it. */
    async hear(lines) {
      const soon = window.setTimeout;
      window.setTimeout = (then, time, ...rest) =>
        time >= READING ? 0 : soon(then, time, ...rest);
      for (const line of lines)
        stage.line.hear({
          type: "said",
          team: false,
          ...line,
          number: stage.said++,
        });
      window.setTimeout = soon;
      await stage.settle();
    },
    /** Show moments one after the other, and list what is wrong with how each is drawn, by another law, too. */
    async walk(moments, law = () => []) {
      const found = [];
      await drawn();
      for (const one of moments) {
        await stage.show(one);
        const before = document.querySelector("main").innerHTML;
        found.push(...(await stage.measure(one.what, law)));
        dispatchEvent(new PointerEvent("pointerdown"));
        await stage.settle();
        if (document.querySelector("main").innerHTML !== before)
          found.push(...(await stage.measure(`${one.what}, then`, law)));
      }
      return found;
    },
    async measure(what, law) {
      const look = () => [...stage.faults(), ...law()];
      if (!look().length) return [];
      await stage.settle(); // what follows from the size of something else is drawn a frame later
      return look().map((fault) => `${what}: ${fault}`);
    },
  });
  stage.ready = new Promise((done) => (stage.opened = done));
  window.WebSocket = location.pathname === "/t/stage" ? Line : Real;
})();
