import { told } from "./words.svelte";

/** Something that a button asks of the service: it waits meanwhile, and what the service refuses is told beside it. */
export class Asking {
  busy = $state(false);
  refusal = $state("");

  async go(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.refusal = "";
    try {
      await what();
    } catch (error) {
      this.refusal = told(error);
    }
    this.busy = false;
  }
}
