import { accountsCalls, type Right, type Role, type Session } from "@neonrelay/contract/callers";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { Suspense, type SyntheticEvent, useId, useState } from "react";
import { ApiCallError, callApi, refusalText } from "../../api/call-api.ts";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import type { LazyPart } from "../../ui/lazy-part.tsx";
import { HeadingTakesFocus, PageCorner, PageHeading } from "../../ui/page-header.tsx";
import { ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { useToasts } from "../../ui/toast-store.ts";
import { SessionNotKeptError } from "./kept-session.ts";
import { PasswordField } from "./password-field.tsx";
import { accountName, roleName } from "./role-rules.ts";
import { useBecomeSomeone, useSessionQuery } from "./session-data.ts";

/** The part behind the gate. It has its own file, which other visitors do not load. */
export interface GatedPart extends LazyPart {
  readonly right: Right;
}

/**
 * Shows a page to users with the right, and a form for the access code to everyone else.
 * @param denied the error for a wrong code
 */
export function AccessGate({
  part: { right, Part },
  title,
  text,
  denied,
}: {
  readonly part: GatedPart;
  readonly title: string;
  readonly text: string;
  readonly denied: string;
}) {
  const session = useSessionQuery();
  const isOpen = session.data?.rights.includes(right);
  const hasChanged = useHasChanged(isOpen);
  if (isOpen === undefined)
    return <SessionUnknown hasFailed={session.isError} onRetry={() => void session.refetch()} />;
  return (
    <HeadingTakesFocus value={hasChanged}>
      {isOpen ? (
        <Suspense fallback={<PageOnItsWay />}>
          <Part />
        </Suspense>
      ) : (
        <ClosedGate title={title} text={text} denied={denied} session={session.data} />
      )}
    </HeadingTakesFocus>
  );
}

/** Whether the gate has opened or closed since it was first rendered. */
function useHasChanged(isOpen: boolean | undefined): boolean {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen === undefined && isOpen !== undefined) setWasOpen(isOpen);
  const [hasChanged, setHasChanged] = useState(false);
  if (!hasChanged && wasOpen !== undefined && isOpen !== undefined && isOpen !== wasOpen)
    setHasChanged(true);
  return hasChanged;
}

function ClosedGate({
  title,
  text,
  denied,
  session,
}: {
  readonly title: string;
  readonly text: string;
  readonly denied: string;
  readonly session: Session | undefined;
}) {
  return (
    <div className="relative flex min-h-full flex-col items-center justify-center p-4">
      <PageCorner />
      <section className="panel w-full max-w-md p-6" aria-labelledby="access-gate">
        <KeyRound size={28} aria-hidden="true" className="text-primary-text" />
        <PageHeading id="access-gate" className="mt-3 text-[24px] leading-8 font-bold">
          {title}
        </PageHeading>
        {session?.kind === "user" && <p className="mt-1">{cannotOpen(session, title)}.</p>}
        <p className="mt-1 text-muted">{text}</p>
        <AccessCodeForm denied={denied} />
        <OtherWay session={session} />
      </section>
    </div>
  );
}

/** Why a page stays closed to an account. @param page its title */
export function cannotOpen({ role }: { readonly role: Role }, page: string): string {
  return `Your account (${roleName(role)}) can't open ${page}`;
}

/** Sign-in with an account, or with another. */
function OtherWay({ session }: { readonly session: Session | undefined }) {
  const showOverlay = useShowOverlay();
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4 text-[13px] text-muted">
      <p className="min-w-0 flex-1 basis-44">
        {session?.kind === "user"
          ? `You are signed in as ${accountName(session)}.`
          : "Have an account with access?"}
      </p>
      <button
        type="button"
        className="button"
        aria-haspopup="dialog"
        onClick={() => showOverlay("sign-in")}
      >
        {session?.kind === "user" ? "Use another account" : "Sign in"}
      </button>
    </div>
  );
}

/** Looks like the page while its script loads, so that nothing moves when the response arrives. */
function SessionUnknown({
  hasFailed,
  onRetry,
}: {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}) {
  if (!hasFailed) return <PageOnItsWay />;
  return <ErrorState text="Your rights could not be loaded" onRetry={onRetry} />;
}

function PageOnItsWay() {
  return <LoadingRows label="Loading page" count={8} />;
}

function AccessCodeForm({ denied }: { readonly denied: string }) {
  const enter = useAccessCode({ denied });
  const [code, setCode] = useState("");
  const noteId = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (code !== "" && !enter.isPending) enter.mutate(code);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-5 flex flex-col gap-4">
      <PasswordField
        label="Admin access code"
        password={code}
        describedBy={noteId}
        isInvalid={enter.isError}
        autoComplete="current-password"
        onChange={setCode}
      />
      <div id={noteId} className="text-[13px] leading-5 text-muted">
        <p role="alert" className="text-danger">
          {enter.isError && !enter.isPending && enter.error.message}
        </p>
        <p>
          There is no default code. It is ADMIN_ACCESS_CODE if that was set for the first start of
          the station. Otherwise the first start printed a code and wrote it to first-run.txt in the
          data folder. <code className="font-mono">npm run station -- access-code reset</code> makes
          a new one.
        </p>
      </div>
      <button
        type="submit"
        className="button button-primary"
        disabled={code === "" || enter.isPending}
      >
        {enter.isPending ? "Authenticating..." : "Unlock"}
      </button>
    </form>
  );
}

/** Minimum time for which 'Authenticating...' shows. */
const SHORTEST_CHECK_MS = 1500;
const TOAST_MS = 5000;

/**
 * Signs this browser in with the station's access code.
 * @param denied the error for a wrong code
 */
export function useAccessCode({ denied }: { readonly denied: string }) {
  const becomeSomeone = useBecomeSomeone();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async (code: string) => {
      const shown = passed(SHORTEST_CHECK_MS);
      try {
        await callApi(accountsCalls.enterAccessCode, { body: { code } });
        await becomeSomeone();
      } catch (error) {
        throw new Error(reasonOf(error, denied), { cause: error });
      } finally {
        await shown;
      }
    },
    onSuccess: () =>
      toasts.show({ tone: "success", title: "Admin Access Granted", durationMs: TOAST_MS }),
    onError: ({ message }) =>
      toasts.show({ tone: "error", title: "Access Denied", text: message, durationMs: TOAST_MS }),
  });
}

function reasonOf(error: unknown, denied: string): string {
  if (error instanceof SessionNotKeptError) return error.message;
  if (!(error instanceof ApiCallError)) return "Unable to connect to server";
  return error.status === 401 ? denied : (refusalText(error) ?? denied);
}

function passed(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
