import { testPolicy } from "@neonrelay/contract/test-settings";
import { accountsCalls, usersCalls } from "@neonrelay/contract/callers";
import type { Session } from "@neonrelay/contract/callers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { markupInPage } from "../../test-page.tsx";
import { ToastContext, ToastStore } from "../../ui/toast-store.ts";
import { useAccessCode } from "./access-gate.tsx";
import { useRegister, useSignIn } from "./sign-in-data.ts";

const mira = { username: "mira", email: "mira@radio.example", password: "a long password" };
const account = { username: mira.username, email: mira.email, role: "listener" };
const policy = testPolicy({ registrationEnabled: true });
const guest: Session = { kind: "guest", rights: [], policy };
const admin: Session = { kind: "access-code", role: "admin", rights: [], policy };

const ways = [
  {
    way: "a sign-in",
    call: accountsCalls.login,
    answer: account,
    use: () => {
      const { mutateAsync } = useSignIn();
      return () => mutateAsync(mira);
    },
    toast: { title: "Login Successful" },
  },
  {
    way: "a registration",
    call: usersCalls.register,
    answer: account,
    use: () => {
      const { mutateAsync } = useRegister();
      return () => mutateAsync(mira);
    },
    toast: { title: "Login Successful" },
  },
  {
    way: "an access code",
    call: accountsCalls.enterAccessCode,
    answer: admin,
    use: () => {
      const { mutateAsync } = useAccessCode({ denied: "Invalid admin code" });
      return () => mutateAsync("abcd-efgh-jkmn-pqrs");
    },
    toast: { title: "Admin Access Granted" },
  },
] as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { isSecureContext: true });
  vi.stubGlobal("location", { host: "radio.example" });
  // The socket reconnects with the new session.
  vi.stubGlobal(
    "WebSocket",
    class extends EventTarget {
      close(): void {}
    },
  );
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  // A browser that keeps no cookies.
  vi.stubGlobal("document", {
    get cookie() {
      return "";
    },
    set cookie(_kept: string) {},
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/**
 * Signs in at a station that accepts it.
 * @param session the session it then reports for this browser
 */
async function signIn({ call, answer, use }: (typeof ways)[number], session: Session) {
  vi.stubGlobal("fetch", async (url: string) =>
    Response.json(url.endsWith(call.path) ? answer : session),
  );
  const toasts = new ToastStore();
  let run: () => Promise<unknown> = () => Promise.reject(new Error("not rendered"));
  function Form() {
    run = use();
    return null;
  }
  markupInPage(
    <ToastContext value={toasts}>
      <Form />
    </ToastContext>,
    () => {},
  );
  const outcome = run().then(
    () => "signed in",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await vi.advanceTimersByTimeAsync(2000);
  return { outcome: await outcome, toast: toasts.toast };
}

test.each(ways)("$way fails if the browser is still a guest afterwards", async (way) => {
  const { outcome, toast } = await signIn(way, guest);

  expect(outcome).toContain("Your browser keeps no cookies for radio.example");
  expect(toast?.tone).not.toBe("success");
});

test.each(ways)("$way succeeds if the browser keeps it", async (way) => {
  const { outcome, toast } = await signIn(way, admin);

  expect(outcome).toBe("signed in");
  expect(toast).toMatchObject({ tone: "success", ...way.toast });
});
