/** What a job calls while it works. */
export interface JobRun {
  /** @throws Refusal `cancelled` */
  checkpoint(): void;
  progress(done: number, total: number | null): void;
}
