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
