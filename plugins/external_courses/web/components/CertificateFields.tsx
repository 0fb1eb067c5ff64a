import { useT } from '#web/i18n'
import { DayInput, SelectInput, TextInput } from '#web/ui'
import { CERTIFICATE_KINDS, type CertificateKind, NAMED_KINDS } from '../../certificates.js'

/** The kind of the certificate and, if the kind does not determine it, its name. */
export function CertificateName({ kind, nameLabel }: { kind: string; nameLabel: string }) {
  const t = useT()
  return (
    <>
      <SelectInput
        name="kind"
        label={t('external_courses.courses.kind')}
        required
        options={CERTIFICATE_KINDS.map((value) => ({ value, label: t(`external_courses.kind.${value}`) }))}
      />
      {kind && !NAMED_KINDS[kind as CertificateKind] && <TextInput name="name" label={nameLabel} required maxLength={200} />}
    </>
  )
}

/** Its dates and number. */
export function CertificateFacts({ kind, help }: { kind: string; help: { number: string; valid: string } }) {
  const t = useT()
  return (
    <>
      <DayInput name="obtained_on" label={t('external_courses.courses.obtained_on')} />
      <DayInput name="valid_until" label={t('external_courses.courses.valid_until')} help={help.valid} />
      <TextInput
        name="diploma_number"
        label={t(`external_courses.courses.${kind === 'gwo' ? 'winda_id' : 'diploma_number'}`)}
        help={help.number}
        maxLength={100}
      />
    </>
  )
}
