import { Box, Button, MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { api, useApiMutation } from '#web/api'
import { nativeName, useT } from '#web/i18n'
import { Section, SegmentedControl, useToast } from '#web/ui'
import type { CampaignDetail } from '../../server/services/campaigns.js'
import { type Variant, VARIANTS, WRITTEN_IN, type WrittenIn } from '../../states.js'
import { useAudience } from '../queries.js'

/** The mail as its reader sees it: as a sample, or as a person of the audience. It can be sent to oneself as a test. */
export function Letter({ campaign }: { campaign: CampaignDetail }) {
  const t = useT()
  const toast = useToast()
  const { id, words, trial, updated_at: version } = campaign
  const [variant, setVariant] = useState<Variant>('a')
  const written = WRITTEN_IN.filter((language) => words[language])
  const [chosen, setLanguage] = useState<WrittenIn>(written[0]!)
  const language = written.includes(chosen) ? chosen : written[0]!
  const [member, setMember] = useState('')
  const { data } = useAudience(id)
  const test = useApiMutation(() => api.marketing.campaigns.test({ params: { id }, body: { language, variant } }), {
    onSuccess: () => toast.success(t('marketing.test.done')),
  })
  const query = new URLSearchParams({ language, variant, ...(member && { member }), version })
  return (
    <Section title={t('marketing.preview.title')} text={t('marketing.preview.text')}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 4, alignItems: { sm: 'flex-end' }, flexWrap: 'wrap' }}>
        {written.length > 1 && (
          <SegmentedControl
            label={t('marketing.form.written_in')}
            options={written.map((value) => ({ value, label: nativeName(value) }))}
            value={language}
            onChange={setLanguage}
          />
        )}
        {trial && (
          <SegmentedControl
            label={t('marketing.trial.which')}
            options={VARIANTS.map((value) => ({ value, label: t(`marketing.trial.${value}`) }))}
            value={variant}
            onChange={setVariant}
          />
        )}
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
        <Button variant="outlined" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          {t('marketing.test.do')}
        </Button>
      </Stack>
      <Box
        component="iframe"
        title={(variant === 'b' && trial?.subjects[language]) || words[language]!.subject}
        src={`/api/marketing/campaigns/${id}/letter?${query}`}
        sx={{ display: 'block', width: '100%', height: 520, border: 1, borderColor: 'divider', borderRadius: '8px', bgcolor: '#fff' }}
      />
    </Section>
  )
}
