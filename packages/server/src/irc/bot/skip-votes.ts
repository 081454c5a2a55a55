/** Votes to skip what is on air; each play starts without votes. */
export interface SkipVotes {
  /**
   * @param vote `voterKey`: see personKey; `people`: who is present now, by the same keys
   * @returns how many people present have voted so far, and whether this one had already
   */
  add(vote: {
    readonly playId: string;
    readonly voterKey: string;
    readonly people: ReadonlySet<string>;
  }): {
    readonly votes: number;
    readonly hadVoted: boolean;
  };
}

export function createSkipVotes(): SkipVotes {
  let playId: string | null = null;
  let voters = new Set<string>();
  return {
    add: (vote) => {
      // People who left lose their votes.
      voters = vote.playId === playId ? voters.intersection(vote.people) : new Set();
      playId = vote.playId;
      const hadVoted = voters.has(vote.voterKey);
      voters.add(vote.voterKey);
      return { votes: voters.size, hadVoted };
    },
  };
}

/** Minimum votes to skip a track. */
const LEAST_VOTES = 2;

/** Votes needed to skip what is on air: half of the people present, as far as they can be told apart. */
export function votesNeeded({
  listeners,
  people,
}: {
  /** null: unknown. */
  readonly listeners: number | null;
  /** People in the web app or the channel, each counted once; see personKey. */
  readonly people: number;
}): number {
  // Listeners and people present may overlap, so count the larger number.
  return Math.max(LEAST_VOTES, Math.ceil(Math.max(listeners ?? 0, people) / 2));
}
