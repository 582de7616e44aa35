let context: AudioContext | null = null;

/** Knock on wood, shortly: it is my turn. Silent where the browser does not let a page sound unasked. */
export function knock(): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(210, now);
  tone.frequency.exponentialRampToValueAtTime(90, now + 0.07);
  gain.gain.setValueAtTime(0.35, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.13);
}
