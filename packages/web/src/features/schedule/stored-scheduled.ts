const SCHEDULED_KEY = "neonrelay_scheduled";

/** Whether the station had a schedule at the last visit: a page then reserves space for it. */
export function loadWasScheduled(): boolean {
  try {
    return localStorage.getItem(SCHEDULED_KEY) === "true";
  } catch {
    return false;
  }
}

export function recordScheduled(isScheduled: boolean): void {
  try {
    localStorage.setItem(SCHEDULED_KEY, String(isScheduled));
  } catch {
    // The space is then reserved once the station responds.
  }
}
