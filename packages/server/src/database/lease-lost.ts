/** This node no longer does the station's work; another one may have taken over. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}
