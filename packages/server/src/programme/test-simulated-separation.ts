import type { Separation } from "./recent-plays.ts";

export const simulatedSeparation: Separation = {
  trackMinutes: 240,
  titleMinutes: 120,
  artistMinutes: 45,
  albumMinutes: 60,
  notAtYesterdaysHour: true,
};
