import { api } from '#web/api'
import { useT } from '#web/i18n'
import { RegisterOrSignIn } from '#web/shell'
import type { VisitorView } from '../../server/transformers/key.js'

interface IdentifyFormProps {
  token: string
  company: VisitorView['company']
  /** Opens another page that returns the person here afterwards. */
  onLeave: (path: string) => void
}

/** For a person who is not signed in: registering and signing in both return to the key. */
export function IdentifyForm({ token, company, onLeave }: IdentifyFormProps) {
  const t = useT()
  return (
    <RegisterOrSignIn
      part="seat_keys"
      loginId={company.login_id}
      draftKey="seat_keys.email"
      words={{
        signIn: t('seat_keys.use.sign_in'),
        emailHelp: t('seat_keys.use.email_help'),
        begin: t('seat_keys.use.begin'),
        haveAccount: t('seat_keys.use.have_account'),
      }}
      onRegister={(email, language) => api.seatKeys.at.register({ params: { token }, body: { email, language } })}
      onLeave={onLeave}
    />
  )
}
