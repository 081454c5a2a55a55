import type { Branding } from "@neonrelay/contract/callers";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblem } from "../../../api/call-api.ts";
import { forgetFailure } from "../../../api/use-command.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { FormSection, SaveBar, TextField } from "../../../ui/form-fields.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { useDraft } from "../../../ui/use-draft.ts";
import { brandingQuery } from "../../branding/index.ts";
import { useApplyBranding, useResetBranding } from "../settings-data.ts";
import { BrandingColours } from "./branding-colours-form.tsx";

/** The station's names and colours. */
export function BrandingSection() {
  const branding = useQuery(brandingQuery);
  return (
    <Loaded what="branding" query={branding}>
      {(stored) => <BrandingForm stored={stored} />}
    </Loaded>
  );
}

function BrandingForm({ stored }: { readonly stored: Branding }) {
  const { draft, edit, isChanged, clear } = useDraft(stored);
  const apply = useApplyBranding();
  const problem = (path: string) => fieldProblem(apply.error, path);
  const change = (edits: Partial<Branding>) => {
    forgetFailure(apply);
    edit(edits);
  };
  return (
    <>
      <FormSection title="Station Branding" text="What you apply shows on every open page at once.">
        <BrandingTexts draft={draft} problem={problem} onEdit={change} />
      </FormSection>
      <BrandingColours
        colors={draft.colors}
        problem={problem}
        onEdit={(colors) => change({ colors })}
      />
      <SaveBar
        label="Apply Branding Changes"
        busyLabel="Applying…"
        isChanged={isChanged}
        isPending={apply.isPending}
        onSave={() => apply.mutate(draft, { onSuccess: clear })}
      >
        <ResetButton onReset={clear} />
      </SaveBar>
    </>
  );
}

function ResetButton({ onReset }: { readonly onReset: () => void }) {
  const reset = useResetBranding();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={reset.isPending}
        onClick={() => setIsAsking(true)}
      >
        Reset to Default
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Reset the branding?"
          text="This resets names, addresses and colours to their defaults."
          action="Reset to Default"
          onConfirm={() => reset.mutate({ onSuccess: onReset })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

interface TextsProps {
  readonly draft: Branding;
  /** The station's message about the field at that path. */
  readonly problem: (path: string) => string | undefined;
  readonly onEdit: (change: Partial<Branding>) => void;
}

function BrandingTexts({ draft, problem, onEdit }: TextsProps) {
  const [typed, setTyped] = useState("");
  // Keep what is typed while it means the same, such as a trailing comma.
  const tags = draft.headerTags.join(", ");
  const isAsTyped = headerTagsOf(typed).join(", ") === tags;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        label="Station Name"
        value={draft.siteName}
        maxLength={80}
        problem={problem("siteName")}
        onChange={(siteName) => onEdit({ siteName })}
      />
      <TextField
        label="Tagline"
        value={draft.tagline}
        maxLength={160}
        problem={problem("tagline")}
        onChange={(tagline) => onEdit({ tagline })}
      />
      <TextField
        label="Control Panel Title"
        value={draft.controlPanelTitle}
        maxLength={80}
        problem={problem("controlPanelTitle")}
        onChange={(controlPanelTitle) => onEdit({ controlPanelTitle })}
      />
      <MetadataTexts draft={draft} problem={problem} onEdit={onEdit} />
      <IrcTexts draft={draft} problem={problem} onEdit={onEdit} />
      <TextField
        label="Header Tags"
        value={isAsTyped ? typed : tags}
        maxLength={140}
        hint="Up to four, separated by commas."
        problem={problem("headerTags")}
        onChange={(text) => {
          setTyped(text);
          onEdit({ headerTags: headerTagsOf(text) });
        }}
      />
    </div>
  );
}

function MetadataTexts({ draft: { metadata }, problem, onEdit }: TextsProps) {
  return (
    <>
      <TextField
        label="Genre"
        value={metadata.genre}
        maxLength={80}
        problem={problem("metadata.genre")}
        onChange={(genre) => onEdit({ metadata: { ...metadata, genre } })}
      />
      <TextField
        label="Website URL"
        type="url"
        value={metadata.website}
        maxLength={500}
        placeholder="https://example.org"
        problem={problem("metadata.website")}
        onChange={(website) => onEdit({ metadata: { ...metadata, website } })}
      />
      <TextField
        label="Contact Email"
        type="email"
        value={metadata.email}
        maxLength={200}
        problem={problem("metadata.email")}
        onChange={(email) => onEdit({ metadata: { ...metadata, email } })}
      />
    </>
  );
}

function IrcTexts({ draft: { irc }, problem, onEdit }: TextsProps) {
  return (
    <>
      <TextField
        label="Bot Name"
        value={irc.botName}
        maxLength={30}
        hint="The bot's nick on IRC, unless IRC_NICK is set."
        problem={problem("irc.botName")}
        onChange={(botName) => onEdit({ irc: { ...irc, botName } })}
      />
      <TextField
        label="IRC Server"
        value={irc.server}
        maxLength={255}
        hint="For display only. IRC_SERVER sets where the bot connects."
        problem={problem("irc.server")}
        onChange={(server) => onEdit({ irc: { ...irc, server } })}
      />
    </>
  );
}

const MAX_TAGS = 4;

/** The tags of a comma-separated line, without empty ones. */
function headerTagsOf(text: string): string[] {
  return text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")
    .slice(0, MAX_TAGS);
}
