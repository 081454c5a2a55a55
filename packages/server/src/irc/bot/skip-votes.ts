/** Who wants what is on air to be skipped. The next play begins without a vote. */
export interface SkipVotes {
  /**
   * @param vote `voterKey`: see personKey; `people`: who is present now, by the same keys
   * @returns how many of those present have voted by now, and whether this one had before
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
      // The vote of a person who left is gone.
      voters = vote.playId === playId ? voters.intersection(vote.people) : new Set();
      playId = vote.playId;
      const hadVoted = voters.has(vote.voterKey);
      voters.add(vote.voterKey);
      return { votes: voters.size, hadVoted };
    },
  };
}
