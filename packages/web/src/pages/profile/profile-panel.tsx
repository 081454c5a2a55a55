import type { Session } from "@neonrelay/contract/callers";
import { ExternalLink, History, Mic } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { Link } from "wouter";
import { LogoutButton } from "../../features/accounts/account-button.tsx";
import { Avatar } from "../../features/accounts/avatar.tsx";
import { accountName, roleName } from "../../features/accounts/role-rules.ts";
import { useRight } from "../../features/accounts/session-data.ts";
import { ircLink } from "../../features/irc/irc-link.ts";
import { useIrcStatus, useShownServer } from "../../features/irc/irc-status-data.ts";
import {
  FavouriteButton,
  type Favourites,
  useFavourites,
} from "../../features/library/favourites.tsx";
import { useShowOverlay } from "../../frame/overlay-context.ts";
import { Cover } from "../../ui/cover.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FormSection, TextField } from "../../ui/form-fields.tsx";
import { formatDateAndTime, UNKNOWN } from "../../ui/format-time.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { ErrorState, LoadingRows } from "../../ui/panel-state.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useChangeOwnName } from "./profile-data.ts";

const COLUMN = "flex min-w-0 flex-col gap-4";

type AccountSession = Extract<Session, { kind: "user" }>;

/** The signed-in user's account. */
export function ProfilePanel({ session }: { readonly session: AccountSession }) {
  const mayBroadcast = useRight("live_broadcast");
  return (
    <div className="page page-form">
      <PageHeader title="Your Profile">
        <div className="ml-auto">
          <LogoutButton />
        </div>
      </PageHeader>
      <h2 className="sr-only">Your account</h2>
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
        <div className={COLUMN}>
          <Who session={session} />
          {mayBroadcast && (
            <Link href="/my-shows" className="button self-start">
              <Mic size={16} aria-hidden="true" />
              My Shows and stream key
            </Link>
          )}
          <NameForm key={session.name} name={session.name} />
          <PasswordForm username={session.username} />
        </div>
        <div className={COLUMN}>
          <OwnFavourites />
          <OwnHistory />
          <OnIrc ircAccount={session.ircAccount} />
        </div>
      </div>
    </div>
  );
}

function Who({ session }: { readonly session: AccountSession }) {
  const { username, email, role, lastLogin } = session;
  const name = accountName(session);
  return (
    <FormSection title="Account">
      <div className="flex items-center gap-4">
        <Avatar name={name} />
        <p className="min-w-0 font-display text-[17px] font-semibold break-words">{name}</p>
      </div>
      <Facts
        facts={[
          ["Username", username],
          ["Role", roleName(role)],
          ["Email", email ?? "None"],
          [
            "Last signed in",
            lastLogin === null ? UNKNOWN : formatDateAndTime(Date.parse(lastLogin)),
          ],
        ]}
      />
    </FormSection>
  );
}

function OwnHistory() {
  const showOverlay = useShowOverlay();
  return (
    <FormSection
      title="History"
      text="What the station played, with the times when this browser listened."
    >
      <button
        type="button"
        className="button self-start"
        aria-haspopup="dialog"
        onClick={() => showOverlay("history")}
      >
        <History size={16} aria-hidden="true" />
        Open History
      </button>
    </FormSection>
  );
}

/** The display name of the account. @param name null: none */
function NameForm({ name }: { readonly name: string | null }) {
  const change = useChangeOwnName();
  const [typed, setTyped] = useState(name ?? "");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate(typed.trim());
  };
  return (
    <FormSection
      title="Name"
      text="How this site greets you, and your name on air as a DJ. Chat and requests show your username. Leave it empty for none."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Display name"
          name="name"
          autoComplete="name"
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <button
          type="submit"
          className="button button-primary self-start"
          disabled={change.isPending || typed.trim() === (name ?? "")}
        >
          Save Name
        </button>
      </form>
    </FormSection>
  );
}

/**
 * The channel's address and the linked account.
 * @param ircAccount null: not linked
 */
function OnIrc({ ircAccount }: { readonly ircAccount: string | null }) {
  const status = useIrcStatus();
  const server = useShownServer();
  const link = status === undefined ? undefined : ircLink(status);
  return (
    <FormSection
      title="On IRC"
      text="On the station's own server, sign in with your username and password. On another network, ask an operator to link your IRC account to this one."
    >
      <Facts
        facts={[
          ["Server", server || UNKNOWN],
          ["Channel", status?.channels[0] ?? UNKNOWN],
          ["Linked IRC account", ircAccount ?? "None"],
        ]}
      />
      {link !== undefined && (
        <a href={link} className="button self-start">
          <ExternalLink size={16} aria-hidden="true" />
          Open in an IRC app
        </a>
      )}
    </FormSection>
  );
}

const SHOWN = 5;

/** The account's newest favourites, with a link to all of them. */
function OwnFavourites() {
  const favourites = useFavourites();
  if (favourites === undefined) return null;
  const count = favourites.tracks?.length;
  return (
    <FormSection
      title={count === undefined ? "Favourites" : `Favourites (${count})`}
      text="Press the heart of a track to add it here."
    >
      <NewestFavourites favourites={favourites} />
      {count !== undefined && count > 0 && (
        <Link href="/library?favourites" className="button self-start">
          All favourites in the library
        </Link>
      )}
    </FormSection>
  );
}

function NewestFavourites({ favourites }: { readonly favourites: Favourites }) {
  if (favourites.tracks === undefined)
    return favourites.hasFailed ? (
      <ErrorState text="Your favourites could not be loaded" onRetry={favourites.retry} />
    ) : (
      <LoadingRows label="Loading favourites" count={3} />
    );
  if (favourites.tracks.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul aria-label="Favourites">
      {favourites.tracks.slice(0, SHOWN).map((track) => (
        <li key={track.id} className="flex min-h-12 items-center gap-3">
          <Cover src={track.albumArt} sizePx={40} className="size-10 rounded-s" />
          <div className="min-w-0 flex-1 leading-5">
            <p className="truncate font-medium">{track.title}</p>
            <p className="truncate text-[13px] text-muted">{track.artist}</p>
          </div>
          <FavouriteButton track={track} favourites={favourites} />
        </li>
      ))}
    </ul>
  );
}
