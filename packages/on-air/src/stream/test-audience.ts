import type { AudiencePort } from "./audience-port.ts";

/** For tests that count listeners in other ways. */
export const noAudience: AudiencePort = {
  connected: () => () => {},
  fetching: () => ({ heard: () => {}, ended: () => {} }),
};
