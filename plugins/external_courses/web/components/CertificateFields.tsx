import { useEffect, useRef } from 'react'
import { useFormat, useT } from '#web/i18n'
import { DayInput, SelectInput, TextInput, useControl } from '#web/ui'
import { CERTIFICATE_KINDS, type CertificateKind, NAMED_KINDS, proposedEnd } from '../../certificates.js'
import { PROOF_PRESETS } from '../../contract/presets.js'

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
  const source = useProposedEnd(kind)
  return (
    <>
      <DayInput name="obtained_on" label={t('external_courses.courses.obtained_on')} />
      <DayInput name="valid_until" label={t('external_courses.courses.valid_until')} help={source ?? help.valid} />
      <TextInput
        name="diploma_number"
        label={t(`external_courses.courses.${kind === 'gwo' ? 'winda_id' : 'diploma_number'}`)}
        help={help.number}
        maxLength={100}
      />
    </>
  )
}

/** Fills in the end that the kind has by its preset, until a person changes it. @returns the source of the preset, in words */
function useProposedEnd(kind: string): string | null {
  const t = useT()
  const format = useFormat()
  const { value: obtained } = useControl('obtained_on')
  const { value: until, setValue } = useControl('valid_until')
  const end = proposedEnd(kind, obtained as string | null)
  // What was saved stays: only another kind or day proposes another end.
  const proposed = useRef(end)
  useEffect(() => {
    if (end === proposed.current) return
    if (!until || until === proposed.current) setValue(end)
    proposed.current = end
  }, [end, until, setValue])
  const preset = PROOF_PRESETS.find((one) => one.kind === kind)
  return preset ? t('external_courses.preset', { months: preset.months, day: format.day(preset.asOf) ?? '' }) : null
}
