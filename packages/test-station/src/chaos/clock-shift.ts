import { readFileSync } from "node:fs";

/**
 * Preloaded into every process of a station: shifts JavaScript's wall clock by the ms in the file named by its URL
 * (`?file=`). Timers and the monotonic clock are unaffected, as when an operator or NTP sets a machine's clock.
 */
const CHECK_INTERVAL_MS = 100;

const [file] = new URL(import.meta.url).searchParams.getAll("file");
if (file !== undefined) shiftClock(file);

function shiftClock(shiftFile: string): void {
  const RealDate = Date;
  let shiftMs = 0;
  const look = (): void => {
    shiftMs = Number(readFileSync(shiftFile, "utf8"));
  };
  look();
  setInterval(look, CHECK_INTERVAL_MS).unref();
  const now = (): number => RealDate.now() + shiftMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: (target) => new target(now()).toString(),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  });
}
