import type { registrationPage, RegistrationState } from '#core/kit/registration'

/** What the page needs; of the person only what they proved to be theirs. */
export function toState({ company, fields }: Awaited<ReturnType<typeof registrationPage>>, state: RegistrationState | null) {
  return {
    status: 'good' as const,
    company: { name: company.name, login_id: company.loginId },
    fields,
    registration: state && {
      step: state.step,
      email: state.email,
      firstname: state.firstname,
      infix: state.infix,
      lastname: state.lastname,
      asks_password: !state.hasPassword,
      is_member: state.isMember,
    },
  }
}
