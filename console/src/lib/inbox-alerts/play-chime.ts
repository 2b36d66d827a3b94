const TONES_HZ = [660, 880] as const;
const TONE_SECONDS = 0.12;

/** A short chime. Browsers stay silent until the user has used the page. */
export function playChime(): void {
  const audio = new AudioContext();
  for (const [index, frequency] of TONES_HZ.entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + index * TONE_SECONDS;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + TONE_SECONDS);
    if (index === TONES_HZ.length - 1) tone.onended = () => void audio.close();
  }
}
