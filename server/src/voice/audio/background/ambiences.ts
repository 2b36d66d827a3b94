import { addMurmur } from './murmur.ts';
import type { SoundLoop } from './sound-loop.ts';
import { burst, chime, passingNoise, shaped, steadyNoise, swell, whistle } from './sounds.ts';

/** Air conditioning, typing, mouse clicks, two distant colleagues and an unanswered phone. */
export function office(loop: SoundLoop): void {
  loop.add(shaped(steadyNoise(loop, 90, 450), swell(loop, 2, 0.15)), 0, 0.6);
  addMurmur(loop, 2, 0.18);
  for (const start of loop.moments(0.3)) {
    const keys = Math.round(loop.between(6, 16));
    let atSeconds = start;
    for (let key = 0; key < keys; key += 1) {
      loop.add(burst(loop, { hz: loop.between(2000, 3200), q: 2, ms: 9 }), atSeconds, loop.between(1.2, 2.2));
      atSeconds += loop.between(0.08, 0.19);
    }
  }
  for (const atSeconds of loop.moments(0.2)) loop.add(burst(loop, { hz: 1500, q: 4, ms: 5 }), atSeconds, 1.5);
  for (let ring = 0; ring < 8; ring += 1) loop.add(chime(loop, [1100, 1375], 60), 9 + ring * 0.09, 0.35);
}

/** Rolling traffic, passing cars, footsteps and a distant horn. */
export function city(loop: SoundLoop): void {
  loop.add(shaped(steadyNoise(loop, 40, 220), swell(loop, 2, 0.5)), 0, 1.3);
  loop.add(shaped(steadyNoise(loop, 200, 900), swell(loop, 3, 0.6)), 0, 0.3);
  for (const atSeconds of loop.moments(0.3)) {
    loop.add(
      passingNoise(loop, loop.between(250, 600), loop.between(2500, 4500)),
      atSeconds,
      loop.between(1, 2),
    );
  }
  for (const start of loop.moments(0.15)) {
    for (let step = 0; step < 6; step += 1) {
      loop.add(burst(loop, { hz: 220, q: 1.5, ms: 25 }), start + step * 0.55, 0.5 + step / 10);
    }
  }
  loop.add(chime(loop, [392, 494, 784], 380), 5.2, 0.5);
  loop.add(chime(loop, [392, 494, 784], 500), 5.9, 0.5);
}

/** Wind in the leaves and three kinds of birds. */
export function forest(loop: SoundLoop): void {
  loop.add(shaped(steadyNoise(loop, 500, 2400), swell(loop, 3, 0.7)), 0, 0.35);
  for (const start of loop.moments(0.5)) addTrill(loop, start, loop.between(0.5, 1.3));
  for (const start of loop.moments(0.25)) {
    loop.add(whistle(loop, [2500, 1900], 260), start, 0.9);
    loop.add(whistle(loop, [1900, 2100], 320), start + 0.4, 0.8);
  }
  for (const start of loop.moments(0.12)) {
    for (let call = 0; call < 3; call += 1)
      loop.add(whistle(loop, [1300, 1150], 150), start + call * 0.5, 0.5);
  }
  for (const atSeconds of loop.moments(0.1)) loop.add(burst(loop, { hz: 900, q: 1, ms: 12 }), atSeconds, 1.2);
}

function addTrill(loop: SoundLoop, start: number, gain: number): void {
  const notes = Math.round(loop.between(5, 11));
  const hz = loop.between(2500, 3000);
  for (let note = 0; note < notes; note += 1) {
    loop.add(whistle(loop, [hz, hz + 500], 55), start + note * 0.085, gain * (0.6 + 0.4 * loop.random()));
  }
}

/** A room full of people talking, with an occasional glass. */
export function crowdedRoom(loop: SoundLoop): void {
  loop.add(steadyNoise(loop, 150, 900), 0, 0.12);
  addMurmur(loop, 14, 1.6);
  for (const atSeconds of loop.moments(0.15)) {
    loop.add(chime(loop, [2300, 3100], 120), atSeconds, loop.between(0.3, 0.6));
  }
}

/** A few tables, cups and spoons, and a milk frother. */
export function cafe(loop: SoundLoop): void {
  loop.add(steadyNoise(loop, 100, 700), 0, 0.18);
  addMurmur(loop, 4, 0.7);
  for (const atSeconds of loop.moments(1.3)) {
    const hz = loop.between(1800, 2700);
    loop.add(
      chime(loop, [hz, hz * 1.31, hz * 1.47], loop.between(25, 90)),
      atSeconds,
      loop.between(0.6, 1.8),
    );
  }
  for (const atSeconds of loop.moments(0.12)) {
    loop.add(passingNoise(loop, 2300, loop.between(1500, 2600)), atSeconds, 1.1);
  }
  for (const atSeconds of loop.moments(0.3)) loop.add(burst(loop, { hz: 350, q: 2, ms: 30 }), atSeconds, 0.9);
}

/** A stream, crickets and a distant owl. */
export function nature(loop: SoundLoop): void {
  loop.add(shaped(steadyNoise(loop, 300, 1400), swell(loop, 31, 0.5)), 0, 0.45);
  for (const atSeconds of loop.moments(14)) {
    const hz = loop.between(450, 1100);
    loop.add(whistle(loop, [hz, hz * 1.5], loop.between(15, 45)), atSeconds, loop.between(0.2, 0.7));
  }
  for (const start of loop.moments(1.6)) {
    for (let pulse = 0; pulse < 4; pulse += 1)
      loop.add(whistle(loop, [3250, 3250], 22), start + pulse * 0.045, 0.9);
  }
  loop.add(whistle(loop, [420, 380], 350), 6, 0.8);
  loop.add(whistle(loop, [400, 360], 700), 6.6, 0.8);
}
