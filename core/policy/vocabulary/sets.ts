// How rules name sets of terms; a set is a file, `terms/<group>/<set>.txt`.

/** The name of a set, `weapon.offer`; also `host.adult` (hosts.ts), and `instance.1` for an operator's own terms. */
export type SetId = string;

/** A term of any of these sets, at most `within` characters from the subject. */
export interface Evidence {
  readonly sets: readonly SetId[];
  readonly within: number;
}

export const near = (within: number, ...sets: SetId[]): Evidence => ({ sets, within });
/** In the same sentence or so; also for the subject, which has no distance. */
export const either = (...sets: SetId[]): Evidence => near(160, ...sets);

/** Sets by name, separated by white space. */
export const list = (sets: string): SetId[] => sets.split(/\s+/).filter(Boolean);
