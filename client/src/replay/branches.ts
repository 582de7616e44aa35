import type { Branch } from "../lib/protocol";

/** A position: a step of the match, or of a variation by its number. */
export interface Position {
  of: number;
  step: number;
}

export const branchOf = (branches: Branch[], of: number): Branch | undefined => branches[of - 1];

/** To what a step of a line belongs: a line is a variation, with all that is played before it; 0 is the match. */
export function home(branches: Branch[], { of, step }: Position): Position {
  let branch = branchOf(branches, of);
  while (branch && step <= branch.step) {
    of = branch.of;
    branch = branchOf(branches, of);
  }
  return { of: branch ? of : 0, step };
}

/** The last step of a line; `last` is that of the match. */
export function endOf(branches: Branch[], of: number, last: number): number {
  const branch = branchOf(branches, of);
  return branch ? branch.step + branch.moves.length : last;
}

/** The step at which a line leaves the match; that at which it ends for the match itself. */
export function rootOf(branches: Branch[], of: number, last: number): number {
  const branch = branchOf(branches, of);
  if (!branch) return last;
  return branch.of ? Math.min(branch.step, rootOf(branches, branch.of, last)) : branch.step;
}

/** Whether a variation is a line, or what a line goes through. */
export function leadsTo(branches: Branch[], number: number, of: number): boolean {
  const branch = branchOf(branches, of);
  return of === number || (!!branch && branch.of > 0 && leadsTo(branches, number, branch.of));
}

/** The variations that are other ways to a step of the match, or of a variation: they stand behind the move played. */
export const instead = (branches: Branch[], { of, step }: Position): Branch[] =>
  branches.filter((branch) => branch.of === of && branch.step === step - 1);

/** The variations that begin where a line ends, in whose place nothing was played. */
export const beyond = (branches: Branch[], of: number, end: number): Branch[] =>
  instead(branches, { of, step: end + 1 });

/** What is said of a position of a variation. */
export const saidAt = (branches: Branch[], { of, step }: Position): string =>
  branchOf(branches, of)?.notes.find((note) => note.step === step)?.text ?? "";

/** What a variation is called: by the first line that is said of where it begins. */
export const nameOf = (branch: Branch): string =>
  branch.notes.find((note) => note.step === branch.step)?.text.split("\n", 1)[0] ?? "";
