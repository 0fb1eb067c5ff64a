import { api, queryClient } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, TextInput, useToast } from '#web/ui'
import type { ParticipantDetail } from '../../server/transformers/participant_transformer.js'

/** Adds an e-mail address for a person who had none. They are invited there, or told how to sign in from now on. */
export function AddressForm({ person }: { person: ParticipantDetail }) {
  const t = useT()
  const toast = useToast()
  return (
    <Form<{ email: string }, unknown>
      part="people"
      initialValues={{ email: '' }}
      draftKey={`people.address.${person.id}`}
      validate={(values) => [check.required(values, 'email'), check.email(values, 'email')]}
      onSubmit={({ email }) => api.people.numbers.address({ params: { id: person.id }, body: { email: email.trim() } })}
      onSuccess={() => {
        void queryClient.invalidateQueries({ queryKey: ['people'] })
        toast.success(t('people.number.address_done'))
      }}
    >
      <TextInput
        name="email"
        type="email"
        label={t('people.number.address')}
        help={t('people.number.address_help')}
        maxLength={254}
        required
      />
      <FormActions submitLabel={t('people.number.address_save')} />
    </Form>
  )
}
