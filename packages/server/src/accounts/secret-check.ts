import { isLoopbackAddress, networkOf } from "@neonrelay/process/client-address";
import type { Origin } from "../identity/visitor.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import { createCheckSlots, type CheckSlots } from "../limits/check-slots.ts";
import type { LoginThrottle } from "../limits/login-throttle.ts";
import { hashPassword } from "./secrets.ts";

/** Separate, so that a flood from elsewhere does not block a person at the machine. */
interface PasswordSlots {
  readonly loopback: CheckSlots;
  readonly elsewhere: CheckSlots;
}

/** A check takes about a tenth of a second: the last of 512 in the queue waits for about ten seconds. */
const passwordChecks = { atOnce: 2, waiting: 512, perNetwork: { atOnce: 1, waiting: 2 } };
const checksHere = { atOnce: 1, waiting: 4, perNetwork: { atOnce: 1, waiting: 4 } };

export function createPasswordSlots(): PasswordSlots {
  return { loopback: createCheckSlots(checksHere), elsewhere: createCheckSlots(passwordChecks) };
}

export interface SecretCheckParts {
  readonly throttle: LoginThrottle;
  readonly slots: PasswordSlots;
  readonly security: Pick<SecurityLog, "record">;
}

export type SecretCheckOutcome =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "wait"; readonly untilMs: number };

/** How long callers wait while others are being checked. */
const BUSY_MS = 1000;

/**
 * Checks a password or code; the wait grows with every failure.
 * @param subject what it opens: failures count per subject and address
 * @param description of a failure, for the security events
 */
export async function checkSecret(
  { throttle, slots, security }: SecretCheckParts,
  {
    subject,
    origin,
    description,
    isRight,
  }: {
    readonly subject: string;
    readonly origin: Origin;
    readonly description: string;
    readonly isRight: () => Promise<boolean>;
  },
): Promise<SecretCheckOutcome> {
  const tried = { subject, address: countedAddress(origin) };
  const waitMs = throttle.waitMs(tried);
  if (waitMs > 0) return { kind: "wait", untilMs: Date.now() + waitMs };
  const checked = await inSlot(slots, {
    origin,
    work: async () => {
      // Asked again, as others may have failed in the meantime. The failure is counted and stored before the slow
      // check.
      const stillMs = throttle.waitMs(tried);
      if (stillMs > 0) return { untilMs: Date.now() + stillMs };
      await throttle.recordFailure(tried);
      return { isRight: await isRight() };
    },
  });
  if (checked.kind === "wait") return checked;
  const { outcome } = checked;
  if ("untilMs" in outcome) return { kind: "wait", untilMs: outcome.untilMs };
  if (outcome.isRight) {
    await throttle.recordSuccess(tried);
    return { kind: "right" };
  }
  security.record({
    severity: "medium",
    eventType: "sign_in_failed",
    description,
    ipAddress: origin.address,
  });
  return { kind: "wrong" };
}

/** Hashes a new password, which costs as much as checking one. */
export async function hashInSlot(
  slots: PasswordSlots,
  { origin, password }: { readonly origin: Origin; readonly password: string },
) {
  return await inSlot(slots, { origin, work: () => hashPassword(password) });
}

async function inSlot<Outcome>(
  slots: PasswordSlots,
  { origin, work }: { readonly origin: Origin; readonly work: () => Promise<Outcome> },
): Promise<
  | { readonly kind: "done"; readonly outcome: Outcome }
  | { readonly kind: "wait"; readonly untilMs: number }
> {
  const network = networkOf(countedAddress(origin));
  const done = await (origin.isLoopback ? slots.loopback : slots.elsewhere).run(network, work);
  return done.kind === "busy" ? { kind: "wait", untilMs: Date.now() + BUSY_MS } : done;
}

/** Requests passed on by a local proxy don't count as local. */
function countedAddress({ address, isLoopback }: Origin): string {
  return isLoopbackAddress(address) && !isLoopback ? "passed on by a proxy here" : address;
}
