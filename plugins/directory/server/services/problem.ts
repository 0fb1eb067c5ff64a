/** The reason that a sign-in ends without a session; texts: `directory.problem.<reason>`. */
export class SignInProblem extends Error {
  constructor(readonly reason: string) {
    super(reason)
  }
}
