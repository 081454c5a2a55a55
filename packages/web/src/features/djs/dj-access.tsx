import type { SourceAccess } from "@neonrelay/contract/callers";
import { Copy } from "lucide-react";
import { AskingButton } from "../../ui/dialog.tsx";
import { FormSection } from "../../ui/form-fields.tsx";
import { formatDateAndTime } from "../../ui/format-time.ts";
import { useSession } from "../accounts/index.ts";
import { useMakeStreamKey, useRevokeStreamKey, useStreamKey } from "./djs-data.ts";
import { Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { useCopy } from "../../ui/use-copy.ts";

/** Settings for DJ software; stream keys belong to accounts, so the access code has none. */
export function DjAccess() {
  if (useSession()?.kind !== "user")
    return (
      <FormSection
        title="Your stream key"
        text="Stream keys belong to accounts. Sign in with your account to create one. To revoke another user's key, go to Users."
        page="streamKey"
      >
        {null}
      </FormSection>
    );
  return <OwnAccess />;
}

function OwnAccess() {
  const access = useStreamKey();
  return (
    <FormSection
      title="Your stream key"
      text="Enter these in your DJ program, such as Mixxx, BUTT or OBS."
      page="streamKey"
    >
      <Loaded what="stream key" query={access}>
        {(source) => <SourceSetup source={source} />}
      </Loaded>
    </FormSection>
  );
}

function SourceSetup({ source }: { readonly source: SourceAccess }) {
  const make = useMakeStreamKey();
  const revoke = useRevokeStreamKey();
  const copy = useCopy();
  const facts = programSettings(source, make.data?.key);
  return (
    <>
      {source.warning !== null && <p className="text-danger">{source.warning}</p>}
      <Facts facts={facts} />
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button"
          onClick={() =>
            copy(
              facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
              "The settings for your DJ program",
            )
          }
        >
          <Copy size={16} aria-hidden="true" />
          Copy Settings
        </button>
        {source.keyCreatedAt === null ? (
          <button
            type="button"
            className="button"
            disabled={make.isPending}
            onClick={() => make.mutate()}
          >
            Create a Stream Key
          </button>
        ) : (
          <>
            <AskingButton
              name="Create a New Stream Key"
              className="button"
              isBusy={make.isPending}
              question={{
                title: "Replace your stream key?",
                text: "Your DJ program can't connect until you enter the new key.",
              }}
              onConfirm={() => make.mutate()}
            />
            <AskingButton
              name="Revoke Stream Key"
              className="button button-danger"
              isBusy={revoke.isPending}
              question={{
                title: "Revoke your stream key?",
                text: "A broadcast that uses it ends. Your DJ program can't connect until you create a new key.",
              }}
              onConfirm={() => {
                make.reset();
                revoke.mutate();
              }}
            />
          </>
        )}
      </div>
    </>
  );
}

/** What a DJ program asks for, in its order. @param key undefined: only its maker has seen it */
function programSettings(
  source: SourceAccess,
  key: string | undefined,
): readonly (readonly [string, string])[] {
  const password =
    key ??
    (source.keyCreatedAt === null
      ? "no stream key yet"
      : `the stream key created on ${formatDateAndTime(Date.parse(source.keyCreatedAt))}`);
  return [
    ["Server", source.host],
    ["Port", String(source.port)],
    ["TLS", source.isSecure ? "on" : "off"],
    ["Mount", source.mount],
    ["Username", source.username],
    ["Password", password],
  ];
}
