import { Alert, Box, FormHelperText } from '@mui/material'
import { useState } from 'react'
import { nativeName } from '#core/contract/languages'
import type { Draft } from '#plugins/learning/server/transformers/editor_transformer'
import { useT } from '#web/i18n'
import { SegmentedControl, TextInput, ToneChip, useFormState } from '#web/ui'
import { Preview } from './Preview.js'
import RichTextEditor from './RichTextEditor.js'
import { survivesEditor } from './markdown.js'

interface BodyFieldProps {
  draft: Draft
  name: string
  label: string
  /** A language without a text is not marked. */
  isOptional?: boolean
  withVideo?: boolean
}

/** The text of a page in its languages: one is edited, next to a preview of it or of another language. */
export function BodyField({ draft, name, label, isOptional = false, withVideo = false }: BodyFieldProps) {
  const t = useT()
  const { valueOf, setValue, errorOf } = useFormState()
  const { languages } = draft.course
  const [language, setLanguage] = useState(languages[0]!)
  const [beside, setBeside] = useState('preview')
  const path = `${name}.${language}`
  const textIn = (one: string) => (valueOf(`${name}.${one}`) as string | undefined) ?? ''
  const text = textIn(language)
  const error = errorOf(path)
  const shown = beside === 'preview' || beside === language ? language : beside
  return (
    <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
      <Box sx={{ minWidth: 0 }}>
        {languages.length > 1 && (
          <Box sx={{ mb: 3, display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
            <SegmentedControl
              label={t('learning.rich_text.language')}
              options={languages.map((value) => ({ value, label: nativeName(value) }))}
              value={language}
              onChange={setLanguage}
            />
            {languages
              .filter((one) => !isOptional && !textIn(one).trim())
              .map((one) => (
                <ToneChip key={one} tone="warning" icon="warning" label={`${nativeName(one)}: ${t('learning.editor.missing')}`} />
              ))}
          </Box>
        )}
        <OneText
          key={language}
          draft={draft}
          path={path}
          label={`${label} (${nativeName(language)})`}
          language={language}
          withVideo={withVideo}
          text={text}
          onChange={(next) => setValue(path, next)}
        />
        {error && (
          <FormHelperText error role="alert">
            {error}
          </FormHelperText>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        {languages.length > 1 && (
          <Box sx={{ mb: 3, display: 'flex' }}>
            <SegmentedControl
              label={t('learning.rich_text.beside')}
              options={[
                { value: 'preview', label: t('learning.rich_text.preview') },
                ...languages.filter((one) => one !== language).map((value) => ({ value, label: nativeName(value) })),
              ]}
              value={beside === language ? 'preview' : beside}
              onChange={setBeside}
            />
          </Box>
        )}
        <Preview course={draft.id} language={shown} text={textIn(shown)} />
      </Box>
    </Box>
  )
}

interface OneTextProps {
  draft: Draft
  path: string
  label: string
  language: string
  text: string
  withVideo: boolean
  onChange: (text: string) => void
}

/** The rich-text editor if it can represent the whole text, else Markdown. */
function OneText({ draft, path, label, language, text, withVideo, onChange }: OneTextProps) {
  const t = useT()
  const [isSafe] = useState(() => survivesEditor(text))
  // A text that was changed elsewhere meanwhile, such as the other side of a conflict, restarts the editor.
  const [own, setOwn] = useState({ text, begun: 0 })
  if (own.text !== text) setOwn({ text, begun: own.begun + 1 })
  if (!isSafe) {
    return (
      <>
        <Alert severity="info" sx={{ mb: 3 }}>
          {t('learning.rich_text.as_markdown')}
        </Alert>
        <TextInput name={path} label={label} rows={20} required />
      </>
    )
  }
  return (
    <RichTextEditor
      key={own.begun}
      value={text}
      label={label}
      language={language}
      course={draft.id}
      withVideo={withVideo}
      onChange={(next) => {
        setOwn({ text: next, begun: own.begun })
        onChange(next)
      }}
    />
  )
}
