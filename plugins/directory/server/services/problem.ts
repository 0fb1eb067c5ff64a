/** Why a sign-in ends before there is a session; words: `directory.problem.<reason>`. */
export class SignInProblem extends Error {
  constructor(readonly reason: string) {
    super(reason)
  }
}
