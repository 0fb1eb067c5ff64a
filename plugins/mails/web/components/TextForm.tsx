import { Alert, Box, Button, Stack } from '@mui/material'
import { useState } from 'react'
import { api, useApiMutation } from '#web/api'
import { useT } from '#web/i18n'
import { check, Form, FormActions, MailFields, MailPreview, Section, TestMail, useConfirm, useToast } from '#web/ui'
import type { Text } from '../../server/transformers/text_transformer.js'
import { toSend, toValues, type TextChoice, type TextValues } from '../texts.js'
import { VersionsPanel } from './VersionsPanel.js'

interface TextFormProps {
  chosen: TextChoice
  text: Text
  /** @param anew the form restarts with the saved values */
  onSaved: (text: Text, anew: boolean) => void
}

/** One mail's texts in one language, with a preview beside them. */
export function TextForm({ chosen, text, onSaved }: TextFormProps) {
  const t = useT()
  const toast = useToast()
  const [versions, setVersions] = useState(false)
  const { trigger, ...key } = chosen
  const company = text.companies.find(({ id }) => id === chosen.company)?.name
  const own = text.source === (chosen.company ? 'company' : 'platform')
  const note = own || !company || text.source === 'builtin' ? text.source : 'beneath'
  const put = (values: TextValues, version: string) =>
    api.mails.texts.update({ params: { trigger }, body: { ...key, version, ...toSend(values) } })
  return (
    <>
      <Form<TextValues, { data: Text }>
        part="mails"
        initialValues={toValues({ ...text })}
        version={text.version}
        valuesOf={toValues}
        draftKey={`mails.text.${trigger}.${chosen.language}.${chosen.company ?? ''}`}
        validate={(values) => [check.required(values, 'subject'), check.required(values, 'body')]}
        onSubmit={(values, { version }) => put(values, version!)}
        onSuccess={({ data }) => {
          toast.success(t('mails.text.saved'))
          onSaved(data, false)
          return { values: toValues({ ...data }), version: data.version }
        }}
      >
        {({ values }) => (
          <Box
            sx={{
              display: 'grid',
              gap: 5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' },
              alignItems: 'start',
            }}
          >
            <Section>
              <Alert severity="info">{t(`mails.text.source.${note}`, { company: company ?? '' })}</Alert>
              <MailFields
                placeholders={text.placeholders}
                actionHelp={text.has_action ? t('mails.text.action_help') : null}
                actionLength={200}
              />
              <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
                <TestMail part="mails" send={() => api.mails.texts.test({ params: { trigger }, body: { ...key, ...toSend(values) } })} />
                <Button onClick={() => setVersions(true)}>{t('mails.text.versions')}</Button>
              </Stack>
              <FormActions sticky="section" submitLabel={t('mails.text.save')} />
            </Section>
            <MailPreview
              part="mails"
              text={t('mails.preview.sample', { company: company ?? t('mails.platform_look') })}
              queryKey={['mails', 'preview', chosen]}
              values={values}
              load={(shown) => api.mails.texts.preview({ params: { trigger }, body: { ...key, ...toSend(shown) } })}
            />
          </Box>
        )}
      </Form>
      <VersionsPanel
        open={versions}
        chosen={chosen}
        onClose={() => setVersions(false)}
        actions={own && <TakeBack chosen={chosen} text={text} onDone={(data) => onSaved(data, true)} />}
        putBack={async (values) => {
          const { data } = await put(values, text.version)
          onSaved(data as Text, true)
        }}
      />
    </>
  )
}

/** Restores the underlying texts. */
function TakeBack({ chosen: { trigger, ...key }, text, onDone }: { chosen: TextChoice; text: Text; onDone: (text: Text) => void }) {
  const t = useT()
  const toast = useToast()
  const confirm = useConfirm()
  const label = t(`mails.text.reset_${text.beneath.source === 'platform' ? 'platform' : 'builtin'}`)
  const reset = useApiMutation(() => api.mails.texts.reset({ params: { trigger }, body: { ...key, version: text.version } }), {
    onSuccess: ({ data }) => {
      toast.success(t('mails.text.reset_done'))
      onDone(data as Text)
    },
  })
  const ask = async () => {
    if (await confirm({ title: label, text: t('mails.text.reset_text'), confirmLabel: label })) reset.mutate(undefined)
  }
  return (
    <Button variant="outlined" loading={reset.isPending} onClick={() => void ask()}>
      {label}
    </Button>
  )
}
