import { Box, Stack } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '#web/api'
import { languageName, languages, nativeName, useT } from '#web/i18n'
import { check, Form, FormActions, MailFields, SearchInput, Section, SegmentedControl, TextInput, useToast } from '#web/ui'
import type { CampaignDetail } from '../../server/services/campaigns.js'
import { AUDIENCE_ROLES, WRITTEN_IN, type WrittenIn } from '../../states.js'
import { bodyOf, type CampaignValues, isPace, isTrial, valuesOf } from '../campaign_values.js'
import { campaignsChanged } from '../queries.js'
import { Letter } from './Letter.js'

interface Options {
  companies: { id: number; name: string }[]
  placeholders: { name: string; required: boolean }[]
  filters: { key: string; label: string; options: readonly { value: string | number; label: string }[] }[]
}

interface CampaignFormProps {
  /** The campaign to change; null creates a new one. */
  campaign: CampaignDetail | null
  options: Options
  onDone: (campaign: CampaignDetail) => void
  /** Called with whether the form has unsaved changes. */
  onEdited?: (isEdited: boolean) => void
}

/** Form of a draft: its audience, its words and its pace. */
export function CampaignForm({ campaign, options, onDone, onEdited }: CampaignFormProps) {
  const t = useT()
  const toast = useToast()
  const keys = options.filters.map(({ key }) => key)
  return (
    <Form<CampaignValues, { data: CampaignDetail }>
      part="marketing"
      draftKey={`marketing.${campaign?.id ?? 'new'}`}
      initialValues={valuesOf(campaign, keys)}
      {...(campaign && { version: campaign.updated_at })}
      validate={(values) => [
        check.required(values, 'name'),
        check.when(!isPace(values.pace), 'pace', 'pace'),
        check.when(!isTrial(values.trial_share, 'share'), 'trial_share', 'trial_share'),
        check.when(!isTrial(values.trial_hours, 'hours'), 'trial_hours', 'trial_hours'),
      ]}
      onSubmit={(values, { version }) => {
        const body = bodyOf(values, keys)
        return campaign
          ? api.marketing.campaigns.update({ params: { id: campaign.id }, body: { ...body, updated_at: version! } })
          : api.marketing.campaigns.create({ body })
      }}
      onSuccess={({ data }) => {
        toast.success(t('marketing.form.saved'))
        campaignsChanged()
        onDone(data)
        return { values: valuesOf(data, keys), version: data.updated_at }
      }}
    >
      {({ values }) => (
        <Stack sx={{ gap: 5 }}>
          {campaign && onEdited && <Edited isEdited={!isSame(values, valuesOf(campaign, keys))} onEdited={onEdited} />}
          <Section title={t('marketing.form.audience')} text={t('marketing.form.audience_text')}>
            <TextInput name="name" label={t('marketing.form.name')} help={t('marketing.form.name_help')} required maxLength={150} />
            <SearchInput
              name="company"
              label={t('marketing.form.company')}
              help={t('marketing.form.all')}
              options={options.companies.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <SearchInput
                name="roles"
                label={t('marketing.form.roles')}
                multiple
                options={AUDIENCE_ROLES.map((role) => ({ value: role, label: t(`marketing.form.role.${role}`) }))}
              />
              <SearchInput
                name="languages"
                label={t('marketing.form.languages')}
                multiple
                options={languages.map(({ code }) => ({ value: code, label: languageName(code) }))}
              />
              {options.filters.map(({ key, label, options: choices }) => (
                <SearchInput
                  key={key}
                  name={`people_${key}`}
                  label={t(label)}
                  multiple
                  options={choices.map(({ value, label: name }) => ({ value: String(value), label: name }))}
                />
              ))}
            </Box>
          </Section>
          <Mail values={values} placeholders={options.placeholders} campaign={campaign?.id ?? null} />
          <FormActions submitLabel={t('marketing.form.save')} />
        </Stack>
      )}
    </Form>
  )
}

const isSame = (one: CampaignValues, other: CampaignValues) => JSON.stringify(one) === JSON.stringify(other)

function Edited({ isEdited, onEdited }: { isEdited: boolean; onEdited: (isEdited: boolean) => void }) {
  useEffect(() => onEdited(isEdited), [isEdited, onEdited])
  return null
}

interface MailProps {
  values: CampaignValues
  placeholders: Options['placeholders']
  campaign: number | null
}

/** The text of the mail, with a preview beside it. */
function Mail({ values, placeholders, campaign }: MailProps) {
  const t = useT()
  const [language, setLanguage] = useState<WrittenIn>('nl')
  // The mail needs a text in the languages without another one.
  const isNeeded = (one: WrittenIn) => WRITTEN_IN.every((other) => other === one || !values[`body_${other}`].trim())
  const hasTrial = WRITTEN_IN.some((one) => values[`subject_b_${one}`].trim())
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
        alignItems: 'start',
      }}
    >
      <Section title={t('marketing.form.mail')}>
        <SegmentedControl
          label={t('marketing.form.written_in')}
          options={WRITTEN_IN.map((value) => ({ value, label: nativeName(value) }))}
          value={language}
          onChange={setLanguage}
        />
        <InLanguage shown={language}>
          {(one) => (
            <MailFields
              placeholders={placeholders}
              suffix={`_${one}`}
              required={isNeeded(one)}
              subjectHelp={t('marketing.form.language_help')}
              actionHelp={t('marketing.form.action_help')}
            >
              <TextInput
                name={`subject_b_${one}`}
                label={t('marketing.form.subject_b')}
                help={t('marketing.form.subject_b_help')}
                maxLength={200}
              />
            </MailFields>
          )}
        </InLanguage>
        <TextInput name="link" label={t('marketing.form.link')} help={t('marketing.form.link_help')} maxLength={500} />
        {hasTrial && (
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <TextInput
              name="trial_share"
              label={t('marketing.form.trial_share')}
              help={t('marketing.form.trial_share_help')}
              inputMode="numeric"
              maxLength={2}
            />
            <TextInput
              name="trial_hours"
              label={t('marketing.form.trial_hours')}
              help={t('marketing.form.trial_hours_help')}
              inputMode="numeric"
              maxLength={3}
            />
          </Box>
        )}
        <TextInput
          name="pace"
          label={t('marketing.form.pace')}
          help={t('marketing.form.pace_help')}
          inputMode="numeric"
          maxLength={4}
          required
        />
      </Section>
      <Letter values={values} language={language} campaign={campaign} />
    </Box>
  )
}

/** Fields of each language, of which one is shown: all keep their values. */
function InLanguage({ shown, children }: { shown: WrittenIn; children: (language: WrittenIn) => ReactNode }) {
  return WRITTEN_IN.map((one) => (
    <Stack key={one} hidden={one !== shown} sx={{ gap: 4, ...(one !== shown && { display: 'none' }) }}>
      {children(one)}
    </Stack>
  ))
}
