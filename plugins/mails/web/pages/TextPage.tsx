import { MenuItem, Stack, TextField } from '@mui/material'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Language } from '#core/contract/languages'
import { api, queryClient, useApiQuery } from '#web/api'
import { nativeName, useT } from '#web/i18n'
import { hasUnsavedWork } from '#web/session'
import { ErrorState, LoadingState, PageHeader, SegmentedControl, useConfirm } from '#web/ui'
import type { Text } from '../../server/transformers/text_transformer.js'
import { TextForm } from '../components/TextForm.js'
import type { TextChoice } from '../texts.js'

/** /mails/{trigger}: the texts of one mail, by language (`?language=`), for everybody or for one company (`?company=`, its id). */
export default function TextPage() {
  const t = useT()
  const confirm = useConfirm()
  const { trigger = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const [round, setRound] = useState(0)
  const company = Number(params.get('company')) || null
  const language = (params.get('language') ?? document.documentElement.lang) as Language
  const chosen: TextChoice = { trigger, language, company }
  const key = ['mails', 'text', chosen]
  const { data, error, refetch } = useApiQuery(key, () =>
    api.mails.texts.show({ params: { trigger }, query: { language, ...(company && { company }) } }),
  )
  if (error) return <ErrorState asPage error={error} part="mails" onRetry={() => void refetch()} />
  if (!data) return <LoadingState shape="page" count={4} />
  const text = data.data as Text
  const choose = async (change: Partial<Record<'language' | 'company', string>>) => {
    // Another language or company is another form: unsaved input would be lost.
    const ask = { title: t('core.form.unsaved_title'), text: t('core.form.unsaved_text'), confirmLabel: t('core.form.leave') }
    if (hasUnsavedWork() && !(await confirm({ ...ask, destructive: true }))) return
    const next = { language, ...(company && { company: String(company) }), ...change }
    setParams(Object.fromEntries(Object.entries(next).filter(([, value]) => value)))
  }
  const saved = (next: Text, anew: boolean) => {
    queryClient.setQueryData(key, { data: next })
    void queryClient.invalidateQueries({ queryKey: ['mails', 'texts'] })
    void queryClient.invalidateQueries({ queryKey: ['mails', 'versions'] })
    if (anew) setRound(round + 1)
  }
  return (
    <>
      <PageHeader title={text.name} text={text.when ?? undefined} trail={[{ label: t('mails.outbox.title'), to: '/mails?tab=texts' }]} />
      <Stack direction={{ xs: 'column', md: 'row' }} sx={{ gap: 4, mb: 5, alignItems: { md: 'flex-end' } }}>
        <TextField
          select
          label={t('mails.text.for')}
          value={company ?? ''}
          onChange={({ target }) => void choose({ company: String(target.value) })}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          sx={{ minWidth: 280 }}
        >
          <MenuItem value="">{t('mails.text.everybody')}</MenuItem>
          {text.companies.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <SegmentedControl
          label={t('mails.text.language')}
          options={text.languages.map((value) => ({ value: value as Language, label: nativeName(value) }))}
          value={language}
          onChange={(next) => void choose({ language: next })}
        />
      </Stack>
      <TextForm key={JSON.stringify([chosen, round])} chosen={chosen} text={text} onSaved={saved} />
    </>
  )
}
