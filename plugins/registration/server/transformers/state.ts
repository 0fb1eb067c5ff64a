import type { registrationPage, RegistrationState } from '#core/kit/registration'

/** The data of the page; personal data only after the person proved that it is theirs. */
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
