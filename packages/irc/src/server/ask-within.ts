export type Asked<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * Calls outside code and gives up after the limit, even if it ignores the signal.
 * @param ask gets a signal that aborts at the limit
 */
export async function askWithin<Answer>(
  limitMs: number,
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Asked<Answer>> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`no answer within ${limitMs} ms`);
    controller.abort(error);
    late.reject(error);
  }, limitMs);
  try {
    return { kind: "answered", answer: await Promise.race([ask(controller.signal), late.promise]) };
  } catch (error) {
    return { kind: "failed", error };
  } finally {
    clearTimeout(timer);
  }
}
