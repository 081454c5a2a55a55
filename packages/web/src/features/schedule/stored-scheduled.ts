const SCHEDULED_KEY = "neonrelay_scheduled";

/** Whether the station had a schedule at the last visit: a page then keeps its room. */
export function loadWasScheduled(): boolean {
  try {
    return localStorage.getItem(SCHEDULED_KEY) === "true";
  } catch {
    return false;
  }
}

export function noteScheduled(isScheduled: boolean): void {
  try {
    localStorage.setItem(SCHEDULED_KEY, String(isScheduled));
  } catch {
    // The room is then kept once the station answers.
  }
}
