import { MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { api } from '#web/api'
import { nativeName, useT } from '#web/i18n'
import { MailPreview, SegmentedControl, TestMail } from '#web/ui'
import { type Variant, VARIANTS, WRITTEN_IN, type WrittenIn } from '../../states.js'
import { type CampaignValues, letterOf } from '../campaign_values.js'
import { useAudience } from '../queries.js'

interface LetterProps {
  values: CampaignValues
  /** The language that the form shows; without a form the reader chooses. */
  language?: WrittenIn
  /** The campaign whose people can be chosen as the reader; null before the first save. */
  campaign: number | null
}

/** The mail as its reader sees it: as a sample, or as a person of the audience. It can be sent to oneself as a test. */
export function Letter({ values, language: given, campaign }: LetterProps) {
  const t = useT()
  const written = WRITTEN_IN.filter((one) => values[`body_${one}`].trim())
  const [chosen, setLanguage] = useState<WrittenIn>(written[0] ?? 'nl')
  const language = given ?? chosen
  const [chosenVariant, setVariant] = useState<Variant>('a')
  const hasTrial = Boolean(values[`subject_b_${language}`].trim())
  const variant = hasTrial ? chosenVariant : 'a'
  const [member, setMember] = useState('')
  const { data } = useAudience(campaign)
  const letter = letterOf(values, language, variant)
  const { link: _link, ...words } = letter
  const isEmpty = !letter.subject.trim() || !letter.body.trim()
  return (
    <MailPreview
      part="marketing"
      text={t('marketing.preview.text')}
      queryKey={['marketing', 'preview']}
      values={{ ...letter, reader: campaign && member ? { campaign, member: Number(member) } : null }}
      load={(body) => api.marketing.letter.preview({ body })}
      isEmpty={isEmpty}
    >
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, alignItems: { sm: 'flex-end' }, flexWrap: 'wrap' }}>
        {!given && written.length > 1 && (
          <SegmentedControl
            label={t('marketing.form.written_in')}
            options={written.map((value) => ({ value, label: nativeName(value) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
        {hasTrial && (
          <SegmentedControl
            label={t('marketing.trial.which')}
            options={VARIANTS.map((value) => ({ value, label: t(`marketing.trial.${value}`) }))}
            value={variant}
            onChange={setVariant}
          />
        )}
        {campaign && (
          <TextField
            select
            label={t('marketing.preview.as')}
            value={member}
            onChange={({ target }) => setMember(String(target.value))}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            sx={{ minWidth: 220 }}
          >
            <MenuItem value="">{t('marketing.preview.sample')}</MenuItem>
            {(data?.data.sample ?? []).map(({ id: person, name, company }) => (
              <MenuItem key={person} value={String(person)}>
                {t('marketing.preview.person', { name, company })}
              </MenuItem>
            ))}
          </TextField>
        )}
        {!isEmpty && <TestMail part="marketing" send={() => api.marketing.letter.test({ body: words })} />}
      </Stack>
    </MailPreview>
  )
}
