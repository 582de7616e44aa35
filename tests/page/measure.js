// What is wrong with how a page is drawn: things that overlap, are cut, or cannot be reached or pressed.
(() => {
  const CONTROLS =
    "button, a[href], select, input, textarea, summary, [role=tab]";
  const FINGER = 44;
  const PHONE = 600;
  /** Pixels of a table that may have to be scrolled to at the usual size of letters, and how high answers are then. */
  const HIDDEN = 120;
  const ONE_ROW = 64;
  const LEAST = 18;
  /** Pixels by which boxes may meet: their edges are rounded. */
  const SLACK = 1.5;
  const MOST = 6;

  const named = (element) => {
    const own =
      element.getAttribute?.("aria-label") ||
      element.dataset?.piece ||
      element.textContent?.trim() ||
      "";
    const place = element.closest("[data-piece]")?.dataset.piece ?? "";
    return `${element.tagName.toLowerCase()}.${(element.getAttribute("class") ?? "").replace(/ ?s(velte)?-\w+/g, "")} ${place} ‹${own.replace(/\s+/g, " ").slice(0, 40)}›`;
  };

  const shown = (element) => {
    if (
      !element.checkVisibility({
        visibilityProperty: true,
        opacityProperty: true,
      })
    )
      return false;
    const style = getComputedStyle(element);
    return style.clipPath === "none";
  };

  const box = (rect) => ({
    left: rect.left,
    top: rect.top,
    right: rect.right,
    bottom: rect.bottom,
  });
  const wide = (one) => one.right - one.left;
  const high = (one) => one.bottom - one.top;
  const meet = (one, other) => ({
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const empty = (one) => wide(one) <= SLACK || high(one) <= SLACK;
  const written = (one) =>
    `${[one.left, one.top, one.right, one.bottom].map(Math.round).join(" ")}`;

  /** The part of a box that is seen, and by what it is cut where nothing scrolls. */
  function seen(element, rect, kind) {
    let left = box(rect);
    let cut = "";
    for (
      let at = element;
      at && at !== document.documentElement;
      at = at.parentElement
    ) {
      const style = getComputedStyle(at);
      const clips =
        style.overflowX !== "visible" || style.overflowY !== "visible";
      // What is drawn is not cut by itself, but a text by the element that it stands in.
      if (
        !clips ||
        /inline$|contents/.test(style.display) ||
        at.matches("svg") ||
        (at === element && kind !== "text")
      )
        continue;
      const own = at.getBoundingClientRect();
      const inner = {
        left: own.left + at.clientLeft,
        top: own.top + at.clientTop,
        right: own.left + at.clientLeft + at.clientWidth,
        bottom: own.top + at.clientTop + at.clientHeight,
      };
      const may = {
        x:
          /auto|scroll/.test(style.overflowX) &&
          at.scrollWidth > at.clientWidth,
        y:
          /auto|scroll/.test(style.overflowY) &&
          at.scrollHeight > at.clientHeight,
      };
      // A full stop of Japanese text keeps half its width at the end of a line, but its box does not.
      const em = parseFloat(style.fontSize);
      const slack =
        kind === "text" && wide(left) < 1.1 * em ? 0.5 * em + SLACK : SLACK;
      const part = meet(left, inner);
      if (
        !may.x &&
        style.overflowX !== "visible" &&
        wide(left) - wide(part) > slack
      )
        cut ||= named(at);
      if (
        !may.y &&
        style.overflowY !== "visible" &&
        high(left) - high(part) > SLACK
      )
        cut ||= named(at);
      left = part;
      if (empty(left)) return { left, cut };
      if (at.matches("dialog")) break;
    }
    const part = meet(left, {
      left: 0,
      top: 0,
      right: innerWidth,
      bottom: innerHeight,
    });
    if (wide(left) - wide(part) > SLACK || high(left) - high(part) > SLACK)
      cut ||= "the window";
    return { left: part, cut };
  }

  const paints = (element) => {
    const style = getComputedStyle(element);
    const bare =
      style.backgroundImage === "none" &&
      /^(rgba\(0, 0, 0, 0\)|transparent)$/.test(style.backgroundColor);
    const lined = ["Top", "Right", "Bottom", "Left"].every(
      (side) =>
        parseFloat(style[`border${side}Width`]) > 0 &&
        !/rgba\(0, 0, 0, 0\)|transparent/.test(style[`border${side}Color`]),
    );
    return !bare || lined;
  };

  /** All that is drawn: texts by line, pieces, pictures, controls, and whatever has a ground of its own. */
  function items(root) {
    const found = [];
    const faults = [];
    const add = (element, rect, kind, trim = 0) => {
      const fan = element.closest("[data-fan]");
      const inner = {
        ...box(rect),
        top: rect.top + trim * rect.height,
        bottom: rect.bottom - trim * rect.height,
      };
      const { left: part, cut } = seen(element, inner, kind);
      if (cut && kind !== "ground")
        faults.push(
          `${kind} ${named(element)} [${written(rect)}] is cut by ${cut}`,
        );
      if (!empty(part))
        found.push({
          element,
          box: part,
          kind,
          fan,
          upon: element.closest("[data-upon]"),
        });
    };
    const walker = document.createTreeWalker(
      root,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => {
        if (node instanceof Text)
          return node.data.trim()
            ? NodeFilter.FILTER_ACCEPT
            : NodeFilter.FILTER_SKIP;
        if (node.matches("[data-under]") || node.parentElement?.closest("svg"))
          return NodeFilter.FILTER_REJECT;
        if (getComputedStyle(node).display === "contents")
          return NodeFilter.FILTER_SKIP;
        return shown(node)
          ? NodeFilter.FILTER_ACCEPT
          : NodeFilter.FILTER_REJECT;
      },
    );
    const range = document.createRange();
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node instanceof Text) {
        if (node.parentElement.closest("svg, option")) continue;
        // A wide space at the end of a line hangs beyond it, and nobody sees it.
        for (const { 0: part, index } of node.data.matchAll(/[^\u3000]+/g)) {
          range.setStart(node, index);
          range.setEnd(node, index + part.length);
          for (const rect of range.getClientRects())
            if (rect.width > 1) add(node.parentElement, rect, "text", 0.2);
        }
        continue;
      }
      const rect = node.getBoundingClientRect();
      if (rect.width < 2 || rect.height < 2) continue;
      if (node.matches("svg"))
        add(node, rect, node.matches(".piece") ? "piece" : "picture");
      else if (node.matches(CONTROLS)) {
        if (!node.closest("[data-fan]")) add(node, rect, "control");
      } else if (!node.childNodes.length && paints(node))
        add(node, rect, "picture");
      else if (paints(node)) add(node, rect, "ground");
    }
    return { found, faults };
  }

  const apart = (one, other) =>
    one.element === other.element ||
    one.element.contains(other.element) ||
    other.element.contains(one.element) ||
    (one.fan && one.fan === other.fan) ||
    [one, other].some(
      (label, at) =>
        label.upon &&
        label.upon.parentElement.contains((at ? one : other).element),
    );

  function overlaps(found) {
    const faults = [];
    const leaves = found.filter((one) => one.kind !== "ground");
    const grounds = found.filter((one) => one.kind === "ground");
    // What is said for a moment lies on the table, but never on what is drawn there; a press goes through it.
    const said = (one) => one.element.closest("[data-bubble]");
    const seenThrough = (one) =>
      one.kind === "control" && one.element.matches("[data-upon]");
    const check = (one, other) => {
      const both = meet(one.box, other.box);
      if (empty(both) || apart(one, other)) return;
      if (said(one) ? seenThrough(other) : said(other) && seenThrough(one))
        return;
      faults.push(
        `${one.kind} ${named(one.element)} and ${other.kind} ${named(other.element)} meet at ${written(both)}`,
      );
    };
    leaves.forEach((one, at) =>
      leaves.slice(at + 1).forEach((other) => check(one, other)),
    );
    for (const ground of grounds)
      for (const leaf of leaves)
        if (!said(leaf) || said(ground)) check(leaf, ground);
    return faults;
  }

  /** Of a fan each piece shows its index: the share of its width that it declares, at the upper left. */
  function fans(root) {
    const faults = [];
    for (const fan of root.querySelectorAll("[data-fan]")) {
      const least = Number(fan.dataset.fan);
      const pieces = [...fan.querySelectorAll("svg.piece")]
        .filter(shown)
        .map((one) => ({ one, at: box(one.getBoundingClientRect()) }));
      pieces.forEach(({ one, at }, order) => {
        const index = {
          ...at,
          right: at.left + least * wide(at),
          bottom: at.top + 1.2 * least * high(at),
        };
        const over = pieces.slice(order + 1).find((next) => {
          const part = meet(index, next.at);
          return (
            wide(part) > 0.12 * wide(index) + 1 &&
            high(part) > 0.12 * high(index) + 1
          );
        });
        if (least && over)
          faults.push(
            `piece ${named(one)} does not show its index in ${named(fan)}`,
          );
      });
    }
    return faults;
  }

  /** What lies in a room that scrolls can be reached, and the room shows that it goes on. */
  function rooms(root) {
    const all = [root, ...root.querySelectorAll("*")].filter((one) => {
      const { overflowX, overflowY } = getComputedStyle(one);
      return (
        /auto|scroll/.test(overflowX + overflowY) &&
        one.clientHeight &&
        !one.matches("main") && // a page goes on as pages do
        shown(one)
      );
    });
    return all.flatMap((one) => {
      const { top, left } = one.getBoundingClientRect();
      const lost = [...one.children].filter((child) => {
        const at = child.getBoundingClientRect();
        const first = top + one.clientTop - one.scrollTop - SLACK;
        const before = left + one.clientLeft - one.scrollLeft - SLACK;
        return (
          at.height &&
          shown(child) &&
          (at.bottom < first ||
            at.right < before ||
            (at.top < first && getComputedStyle(child).position !== "absolute"))
        );
      });
      const below = one.scrollHeight - one.clientHeight - one.scrollTop;
      const silent = below > 3 && getComputedStyle(one).maskImage === "none";
      return [
        ...lost.map(
          (child) => `${named(child)} cannot be reached in ${named(one)}`,
        ),
        ...(silent
          ? [`${named(one)} goes on by ${below} px, and does not show it`]
          : []),
      ];
    });
  }

  /** Pieces can be told from one another by the eye. */
  function tiny(root) {
    return [...root.querySelectorAll("svg.piece")]
      .filter((one) => shown(one) && !one.closest("[data-unseen]"))
      .map((one) => [one, one.getBoundingClientRect().width])
      .filter(([, width]) => width < LEAST)
      .map(
        ([one, width]) => `piece ${named(one)} is ${Math.round(width)} wide`,
      );
  }

  /** What fingers press is as large as they are. */
  function fingers(root) {
    if (innerWidth > PHONE) return [];
    return [...root.querySelectorAll(`main :is(${CONTROLS})`)]
      .filter((one) => shown(one) && !one.closest("[data-fan], [popover]"))
      .map((one) => [
        one,
        (one.closest("label") ?? one).getBoundingClientRect(),
      ])
      .filter(
        ([, at]) =>
          at.width && (at.width < FINGER - 0.5 || at.height < FINGER - 0.5),
      )
      .map(
        ([one, at]) =>
          `control ${named(one)} is ${Math.round(at.width)} by ${Math.round(at.height)}`,
      );
  }

  stage.scrolled = false;
  stage.faults = () => {
    // What is opened over the table is looked at by itself.
    const root =
      document.querySelector("dialog[open]") ??
      document.querySelector("[data-sheet]") ??
      document.querySelector(".frame");
    const { found, faults } = items(root);
    const table = document.querySelector("[data-table]");
    const ways = document.querySelector("#prompt .ways")?.clientHeight ?? 0;
    const strict = table && !stage.scrolled && ways <= ONE_ROW;
    const over = strict ? table.scrollHeight - table.clientHeight : 0;
    const all = [
      ...(over > HIDDEN
        ? [`the table is ${over} px higher than its room`]
        : []),
      ...faults,
      ...overlaps(found),
      ...fans(root),
      ...(root.closest(".frame") ? rooms(root) : []),
      ...tiny(root),
      ...fingers(root),
    ];
    return all.length > MOST
      ? [...all.slice(0, MOST), `and ${all.length - MOST} more`]
      : all;
  };
})();
