import { say } from "../lib/words.svelte";
import type { Choice, Scene } from "../lib/protocol";
import { Before } from "./before";
import {
  bare,
  codeOf,
  costly,
  goTogether,
  isGesture,
  lastWord,
  leastOf,
  offeredFirst,
  pieceIn,
  piecesOf,
  renewed,
  same,
  standOf,
  standsAlone,
  stemOf,
  wholeOf,
  type Gesture,
  type Doubt,
  type Held,
  type Numbers,
  type Part,
  type Pick,
  type Press,
  type Stand,
  type Standing,
  type Tap,
  type Way,
} from "./gesture";
import { written } from "../pieces/suits";
import type { Seated } from "./session.svelte";
import { sideOf } from "./sides";

/**
 * What I am choosing: pieces of a gesture that is not complete, one of several ways to play a piece, what it stands for,
 * the number that goes with it, or whether I mean what cannot be taken back.
 */
export class Choosing {
  chosen = $state.raw<Part[]>([]);
  /** The choice of a number that begins with the piece that was touched. */
  aim = $state.raw<Numbers | null>(null);
  /** What else may be added to what is chosen; null before the service has said. */
  private may = $state.raw<string[] | null>(null);
  private complete = $state(false);
  ways = $state.raw<Way[]>([]);
  standing = $state.raw<Standing | null>(null);
  /** A word of which it is asked whether I mean it. */
  doubt = $state.raw<Doubt | null>(null);
  /** The piece of which it is asked what is meant with it. */
  private asking = $state.raw<Held | null>(null);
  private before = new Before();

  constructor(private session: Seated) {}

  private get choices(): Choice[] {
    return this.session.scene?.choices ?? [];
  }

  private get gestures(): Gesture[] {
    return this.choices.filter(isGesture);
  }

  /** The choice with which the gesture began, if one has begun. */
  get pick(): Gesture | null {
    return this.chosen.at(0)?.pick ?? null;
  }

  /** The codes of pieces that may be touched; null when no piece is asked for. */
  legal(): Set<string> | null {
    if (this.pick) return new Set([...this.open().map(pieceIn), ...this.chosen.map((part) => part.held.code)]);
    const pieces = this.choices.flatMap(piecesOf);
    return pieces.length ? new Set(pieces) : null;
  }

  /** The codes of all pieces that are asked for, whatever has been chosen. */
  asked(): Set<string> {
    return new Set(this.choices.flatMap(piecesOf));
  }

  /** Pieces that may be named and lie nowhere, neither in my hand nor on the table. */
  elsewhere(lying: string[]): string[] {
    return [...(this.legal() ?? [])].filter((code) => !lying.includes(code));
  }

  /** The stations of the road that may be chosen now: by their numbers. */
  stations(): Set<number> {
    return new Set(this.where()?.numbers);
  }

  /** Go to a station, or have the service say why not. */
  visit(number: number): void {
    const asked = this.where();
    if (!asked || this.session.pending) return;
    const code = asked.codes[asked.numbers.indexOf(number)];
    if (code) void this.take(code);
    else void this.session.why(`${asked.verb} ${number}`);
  }

  /** The choice that is made on the road now. */
  private where(): Numbers | undefined {
    const asked = this.aim ?? this.choices.find((choice) => choice.kind === "number" && !choice.piece);
    return !this.pick && asked?.kind === "number" && asked.stations ? asked : undefined;
  }

  /** Whether the service is still to say what may be added to what is chosen. */
  get unsure(): boolean {
    return !!this.pick && !this.may;
  }

  ready(): boolean {
    const [count, pick] = [this.chosen.length, this.pick];
    if (!pick) return false;
    if (this.may) return this.complete;
    if (pick.kind === "stand" || this.together(pick).length > 1) return false;
    return count >= pick.least && count <= pick.most;
  }

  /** How many pieces the gesture needs, while there are fewer. */
  get needed(): number {
    const least = this.pick ? this.together(this.pick).reduce((sum, pick) => sum + leastOf(pick), 0) : 0;
    return this.chosen.length < least ? least : 0;
  }

  /** What the whole gesture is called. */
  get called(): string {
    const pick = this.pick;
    return (pick && this.together(pick).length > 1 && pick.family?.text) || (pick?.text ?? "");
  }

  /** The pieces of a gesture in which pieces may stand for others, in the order in which they were chosen. */
  get claimed(): { code: string; as: string }[] {
    if (!this.pick || this.together(this.pick).every((pick) => pick.kind === "pick")) return [];
    return this.chosen.map(({ held, as }) => ({ code: held.code, as }));
  }

  /** The seat to which all go that can be chosen now; null where each has its own, or nobody. */
  get receiver(): number | null {
    const [first, ...others] = this.choices.filter((choice) => choice.kind === "pick");
    return others.length ? null : (first?.to ?? null);
  }

  /** The piece that was touched last, whatever came of it; empty for none. */
  touched = $state.raw("");

  isChosen = (held: Held) =>
    this.aim?.piece === held.code ||
    this.doubt?.piece === held.code ||
    (!!this.asking && same(this.asking, held)) ||
    (!!this.standing && same(this.standing.held, held)) ||
    this.chosen.some((part) => same(part.held, held));

  /** Who gets a chosen piece, where each goes to somebody else; null where that is not asked. */
  receiverOf = (held: Held): number | null => {
    const part = this.chosen.find((part) => same(part.held, held));
    return part?.pick.kind === "pick" && this.receiver === null ? part.pick.to : null;
  };

  /** What a chosen piece stands for; empty where it is itself. */
  meantBy = (held: Held): string => {
    const part = this.chosen.find((part) => same(part.held, held));
    return part && part.as !== held.code ? part.as : "";
  };

  /** A piece was touched: act, add it, ask which way is meant, or have the service say why not. */
  touch(held: Held): void {
    if (this.session.pending) return;
    this.touched = held.code;
    if (this.aim?.piece === held.code) return this.forget();
    if (this.asking && same(this.asking, held)) return this.ask(null, []);
    if (this.standing && same(this.standing.held, held))
      return this.standing.itself ? this.standAs(held.code) : this.putBack();
    const part = this.chosen.find((part) => same(part.held, held));
    const ways = part ? [] : this.waysWith(held);
    if (part) this.choose(this.chosen.filter((other) => other !== part));
    else if (ways.length === 1) ways[0].take();
    else this.ask(ways.length ? held : null, ways);
    if (!part && !ways.length) this.askWhy(held);
  }

  private get stood(): Stand | null | undefined {
    return this.standing && standOf(this.choices, this.standing.held, this.standing.verb);
  }

  /** Say what the piece that was touched stands for, or that it is itself. */
  standAs(code: string): void {
    const [asked, choice] = [this.standing, this.stood];
    if (!asked || !choice) return;
    const plain = code === asked.held.code ? this.choices.find((other) => other.verb === asked.verb) : choice;
    if (plain && isGesture(plain)) this.add(plain, asked.held, code);
    else void this.take(`${plain?.verb} ${code}`);
  }

  /** Ask why the piece that was touched may not stand for another. */
  async whyNot(code: string): Promise<void> {
    const choice = this.stood;
    if (!choice) return;
    await this.session.why(choice.gesture ? this.with(choice.verb, code) : `${choice.verb} ${code}`);
  }

  /** Say a word; one that cannot be taken back is asked about first. */
  press(choice: Doubt): void {
    if (this.session.pending) return;
    if (!choice.confirm || this.doubt?.verb === choice.verb) return void this.take(choice.codes[0]);
    this.forget();
    this.doubt = choice;
  }

  /** Play a piece; one that costs something is asked about first. */
  private play(choice: Tap, held: Held, code: string): void {
    if (!choice.confirm || !choice.doubtful?.includes(held.code)) return void this.take(code);
    this.forget();
    const text = say("table.confirm_shown", { text: choice.text, cards: written(held.code) });
    this.doubt = { verb: code, text, confirm: choice.confirm, codes: [code], piece: held.code };
  }

  /** The pieces that cost something, and what is written on each. */
  costly = () => costly(this.choices);

  /** Words that are said where what they are about lies; where no piece is to be played they are asked for in the prompt. */
  get placed(): string[] {
    const played = (choice: Choice) => choice.kind === "tap" || (choice.kind === "stand" && !choice.gesture);
    if (this.session.myTurn && !this.choices.some(played)) return [];
    return (this.session.scene?.elements ?? []).flatMap((element) => element.ways.map((way) => way.verb));
  }

  /** The word of a verb, if I may say it now. */
  pressOf(verb: string): Press | undefined {
    return this.choices.filter((choice) => choice.kind === "press").find((choice) => choice.verb === verb);
  }

  confirm(): void {
    if (!this.ready()) return;
    void this.take(wholeOf(this.gestures, this.chosen));
  }

  /** Put back the piece of which something is asked, else all that were chosen. */
  putBack(): void {
    if (this.asking || this.standing) this.ask(null, []);
    else this.forget();
  }

  /** Put all chosen pieces back. */
  forget(): void {
    this.chosen = [];
    this.ask(null, []);
    this.aim = this.doubt = this.may = null;
  }

  /** Another scene: keep of a gesture, and of what was being asked, what may still be chosen; forget the rest. */
  renew(scene: Scene): void {
    this.before.remember(scene);
    const [asking, aim, standing, doubt] = [this.asking, this.aim, this.standing, this.doubt];
    const again = this.chosen.map((part) => renewed(part, scene.choices)).filter((part) => part !== null);
    if (again.length && again.length === this.chosen.length) {
      this.chosen = again;
      void this.askDraft();
    } else this.forget();
    this.doubt = (doubt && this.stillAsked(doubt)) ?? this.doubt;
    const aimed = scene.choices.find((choice) => choice.kind === "number" && choice.piece === aim?.piece);
    if (aim && aimed?.kind === "number") this.aim = aimed;
    const ways = asking ? this.waysWith(asking) : [];
    this.ask(ways.length ? asking : null, ways);
    if (standing && standOf(this.choices, standing.held, standing.verb)) this.stand(standing.held, standing.verb);
  }

  /** What is asked about, if it may still be done. */
  private stillAsked(doubt: Doubt): Doubt | undefined {
    if (!doubt.piece) return this.pressOf(doubt.verb);
    return this.choices.some((choice) => choice.kind === "tap" && choice.codes.includes(doubt.verb))
      ? doubt
      : undefined;
  }

  private ask(held: Held | null, ways: Way[]): void {
    [this.asking, this.ways, this.standing] = [held, ways, null];
  }

  private together(pick: Gesture): Gesture[] {
    return this.gestures.filter((other) => goTogether(other, pick));
  }

  /** Ask what a piece stands for; in a gesture it is clear where there is only one way. */
  private stand(held: Held, verb: string): void {
    const choice = standOf(this.choices, held, verb);
    if (!choice) return;
    const begun = this.pick && this.open();
    const codes = begun?.filter((code) => code.startsWith(`${choice.verb} `)).map(lastWord) ?? choice.pieces;
    const plain = this.choices.find((other) => other.verb === verb);
    const open = begun ? begun.includes(`${verb} ${held.code}`) : plain && piecesOf(plain).includes(held.code);
    const itself = !!open;
    const first = offeredFirst(codes, choice.sensible);
    this.ask(null, []);
    this.standing = { held, text: choice.text, verb, itself, may: new Set(codes), first };
    if (choice.gesture && codes.length + Number(itself) === 1) this.standAs(codes[0] ?? held.code);
  }

  /** The codes of what may be added to what is chosen. */
  private open(): string[] {
    if (this.may || !this.pick) return this.may ?? [];
    const more = this.together(this.pick).filter((pick) => !this.served(pick));
    return more.flatMap((pick) => pick.codes.map(bare));
  }

  /** Whether who gets the pieces of a choice has got them all. */
  private served(pick: Gesture): boolean {
    const got = this.chosen.filter((part) => part.pick.verb === pick.verb).length;
    return pick.kind === "pick" && pick.to !== null && got >= pick.most;
  }

  /** What touching a piece that is not chosen may mean. */
  private waysWith(held: Held): Way[] {
    return this.pick ? this.onwards(held) : this.waysOf(held);
  }

  private waysOf(held: Held): Way[] {
    return this.choices.flatMap((choice) => {
      if (choice.kind === "number" && choice.piece === held.code)
        return [{ text: choice.text, take: () => this.aimAt(choice) }];
      if (!piecesOf(choice).includes(held.code)) return [];
      if (choice.kind === "stand") return standsAlone(this.choices, choice) ? [this.wayToStand(choice, held)] : [];
      const stand = standOf(this.choices, held, choice.verb);
      if (stand) return [this.wayToStand(stand, held)];
      const code = "pieces" in choice ? choice.codes[choice.pieces.indexOf(held.code)] : "";
      if (choice.kind === "tap") return [{ text: choice.text, take: () => this.play(choice, held, code) }];
      return choice.kind === "pick" ? [{ text: this.meant(choice), take: () => this.add(choice, held) }] : [];
    });
  }

  private onwards(held: Held): Way[] {
    const open = this.open();
    return this.gestures.flatMap((pick) => {
      if (pick.kind === "stand")
        return pick.piece === held.code && open.some((code) => code.startsWith(`${pick.verb} `))
          ? [this.wayToStand(pick, held)]
          : [];
      const itself = open.includes(`${pick.verb} ${held.code}`);
      const asked = standOf(this.choices, held, pick.verb);
      if (!itself || (asked && open.some((code) => code.startsWith(`${asked.verb} `)))) return [];
      return [{ text: this.meant(pick), take: () => this.add(pick, held) }];
    });
  }

  private wayToStand(stand: Stand, held: Held): Way {
    return { text: stand.text, take: () => this.stand(held, stand.stem) };
  }

  /** What choosing a piece so means, and for whom. */
  private meant(pick: Pick): string {
    const name = pick.to !== null && this.session.scene && sideOf(this.session.scene, pick.to)?.name;
    return name ? say("table.way_to", { text: pick.text, name }) : pick.text;
  }

  /** The code of what is chosen with one piece more. */
  private with(verb: string, code: string): string {
    return [...this.chosen.map(codeOf), `${verb} ${code} +`].join(" ");
  }

  private aimAt(choice: Numbers): void {
    this.forget();
    this.aim = choice;
  }

  private async take(code: string): Promise<void> {
    this.forget();
    await this.session.act(code);
  }

  private add(pick: Gesture, held: Held, as = held.code): void {
    this.choose([...this.chosen, { held, as, pick }]);
  }

  private choose(parts: Part[]): void {
    this.ask(null, []);
    this.chosen = parts;
    this.may = null;
    if (parts.length) void this.askDraft();
  }

  /** Ask what else may be added. What was added before the answer came, and may not be, is put back. */
  private async askDraft(): Promise<void> {
    const asked = this.chosen;
    const answer = await this.session.draft(asked.map(codeOf));
    if (this.chosen !== asked) return;
    if (!answer) this.choose(asked.slice(0, -1));
    else {
      this.may = answer.may.map(bare);
      this.complete = answer.complete;
    }
  }

  private askWhy(held: Held): void {
    const scene = this.session.scene;
    if (!scene || !this.session.mayAct) return;
    const code = this.pick ? this.with(stemOf(this.pick), held.code) : this.before.codeOf(scene, held);
    if (code) void this.session.why(code);
  }
}
