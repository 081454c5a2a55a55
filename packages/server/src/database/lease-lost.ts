/** This node does the station's work no longer: another one may do it already. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}
