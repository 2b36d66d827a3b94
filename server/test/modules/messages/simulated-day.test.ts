import { expect, test } from 'vitest';
import { checkDay } from '../../kit/simulated-day/check-day.ts';
import { customerScenarios } from '../../kit/simulated-day/customer-scenarios.ts';
import { DAY_CUSTOMERS, DAY_SEED } from '../../kit/simulated-day/day-size.ts';
import { startDayWorld } from '../../kit/simulated-day/day-world.ts';
import { runDay } from '../../kit/simulated-day/run-day.ts';

test(`a day of ${DAY_CUSTOMERS} customers (seed ${DAY_SEED}) loses, doubles and leaks nothing`, {
  timeout: 10_800_000,
}, async () => {
  const scenarios = customerScenarios(DAY_CUSTOMERS, DAY_SEED);
  const world = await startDayWorld(scenarios, DAY_SEED);
  try {
    const journal = await runDay(world, scenarios, DAY_SEED);
    expect(await checkDay(world, scenarios, journal)).toEqual([]);
    expect(world.installation.model.requests.length).toBeGreaterThan(DAY_CUSTOMERS);
    expect(world.effects.bookings.size).toBeGreaterThan(0);
  } finally {
    await world.stop();
  }
});
