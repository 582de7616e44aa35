import type { Scene } from "../lib/protocol";
import { isMine, lies, piecesOf, verbAt, type Held } from "./gesture";
import { heldBy } from "./sides";

/** What could be done before with which pieces, to ask why it cannot be done now. */
export class Before {
  /** What was asked last of my hand. */
  private verb = "play";
  /** What could be done last with a piece, by its code. */
  private could = new Map<string, string>();

  remember(scene: Scene): void {
    const hand = heldBy(scene, scene.viewer);
    this.verb = (hand && verbAt(scene, hand)) ?? this.verb;
    for (const choice of scene.choices)
      if (choice.kind !== "stand") piecesOf(choice).forEach((code, at) => this.could.set(code, choice.codes[at]));
  }

  /** The code to ask about of a piece that is touched and may not be taken; empty for none. */
  codeOf(scene: Scene, held: Held): string {
    const beside = scene.zones.find((zone) => lies(held, zone) && verbAt(scene, zone));
    const inHand = scene.zones.some((zone) => isMine(scene, zone) && lies(held, zone));
    const asked = (beside && verbAt(scene, beside)) ?? (inHand ? this.verb : "");
    return (!inHand && this.could.get(held.code)) || (asked && `${asked} ${held.code}`);
  }
}
