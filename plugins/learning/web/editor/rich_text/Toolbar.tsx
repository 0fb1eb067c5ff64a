import { Button, Divider, MenuItem, Stack, TextField, ToggleButton } from '@mui/material'
import type { Editor } from '@tiptap/react'
import { useState, type ReactNode } from 'react'
import { useT } from '#web/i18n'
import { Icon, PopupMenu, Tip } from '#web/ui'
import { LinkDialog, PictureDialog } from './dialogs.js'
import { CALLOUTS } from './schema.js'
import { VideoDialog } from './VideoDialog.js'

/** The formatting of the text at the cursor. Each button says by aria-pressed whether it is active. */
export function Toolbar({ editor, course, language, withVideo }: { editor: Editor; course: number; language: string; withVideo: boolean }) {
  const t = useT()
  const [dialog, setDialog] = useState<'link' | 'picture' | 'video' | null>(null)
  const [menu, setMenu] = useState<{ of: 'callout' | 'table'; at: HTMLElement } | null>(null)
  const run = () => editor.chain().focus()
  const isIn = (name: string, attributes?: object) => editor.isActive(name, attributes)
  const toggle = (label: string, isOn: boolean, act: () => void, content: ReactNode) => (
    <Tip title={label}>
      <ToggleButton
        value={label}
        selected={isOn}
        onChange={act}
        aria-label={label}
        size="small"
        sx={{ border: 0, minWidth: 36, minHeight: 36, px: 2 }}
      >
        {content}
      </ToggleButton>
    </Tip>
  )
  const close = (act?: () => void) => () => {
    setMenu(null)
    act?.()
  }
  const callout = isIn('callout') ? (editor.getAttributes('callout') as { kind: string; title: string }) : null
  const inTable = isIn('table')
  return (
    <>
      <Stack
        role="toolbar"
        aria-label={t('learning.rich_text.tools')}
        direction="row"
        sx={{
          flexWrap: 'wrap',
          gap: 0.5,
          p: 1,
          borderBottom: '1px solid',
          borderColor: 'divider',
          position: 'sticky',
          top: 0,
          bgcolor: 'background.paper',
          zIndex: 1,
        }}
      >
        {toggle(t('learning.rich_text.heading'), isIn('heading', { level: 2 }), () => run().toggleHeading({ level: 2 }).run(), 'H2')}
        {toggle(t('learning.rich_text.subheading'), isIn('heading', { level: 3 }), () => run().toggleHeading({ level: 3 }).run(), 'H3')}
        <Divider orientation="vertical" flexItem />
        {toggle(t('learning.rich_text.bold'), isIn('bold'), () => run().toggleBold().run(), <b>B</b>)}
        {toggle(t('learning.rich_text.italic'), isIn('italic'), () => run().toggleItalic().run(), <i>I</i>)}
        {toggle(t('learning.rich_text.link'), isIn('link'), () => setDialog('link'), <Icon name="link" />)}
        <Divider orientation="vertical" flexItem />
        {toggle(t('learning.rich_text.bullets'), isIn('bulletList'), () => run().toggleBulletList().run(), '•')}
        {toggle(t('learning.rich_text.numbers'), isIn('orderedList'), () => run().toggleOrderedList().run(), '1.')}
        {toggle(t('learning.rich_text.quote'), isIn('blockquote'), () => run().toggleBlockquote().run(), '”')}
        <Divider orientation="vertical" flexItem />
        <Button color="inherit" aria-haspopup="menu" onClick={(event) => setMenu({ of: 'callout', at: event.currentTarget })}>
          {t('learning.rich_text.callout')}
        </Button>
        <Button
          color="inherit"
          {...(inTable && { 'aria-haspopup': 'menu' as const })}
          onClick={(event) =>
            inTable ? setMenu({ of: 'table', at: event.currentTarget }) : run().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run()
          }
        >
          {t('learning.rich_text.table')}
        </Button>
        <Button color="inherit" startIcon={<Icon name="photo" />} onClick={() => setDialog('picture')}>
          {t('learning.rich_text.picture')}
        </Button>
        {withVideo && (
          <Button color="inherit" startIcon={<Icon name="video" />} onClick={() => setDialog('video')}>
            {t('learning.rich_text.video')}
          </Button>
        )}
        <Divider orientation="vertical" flexItem />
        {toggle(t('learning.rich_text.undo'), false, () => run().undo().run(), '↶')}
        {toggle(t('learning.rich_text.redo'), false, () => run().redo().run(), '↷')}
      </Stack>
      {callout && (
        <Stack direction="row" sx={{ px: 3, py: 2, borderBottom: '1px solid', borderColor: 'divider' }}>
          <TextField
            label={t('learning.rich_text.callout_title')}
            value={callout.title}
            onChange={(event) => editor.commands.updateAttributes('callout', { title: event.target.value.replace(/\n/g, ' ') })}
            sx={{ flex: 1, maxWidth: 420 }}
          />
        </Stack>
      )}
      <PopupMenu label={t('learning.rich_text.callout')} anchor={menu?.of === 'callout' ? menu.at : null} onClose={close()}>
        {CALLOUTS.map((kind) => (
          <MenuItem
            key={kind}
            selected={callout?.kind === kind}
            onClick={close(() =>
              callout ? run().updateAttributes('callout', { kind }).run() : run().wrapIn('callout', { kind, title: '' }).run(),
            )}
          >
            {t(`learning.callout.${kind}`)}
          </MenuItem>
        ))}
        {callout && <MenuItem onClick={close(() => run().lift('callout').run())}>{t('learning.rich_text.callout_remove')}</MenuItem>}
      </PopupMenu>
      <PopupMenu label={t('learning.rich_text.table')} anchor={menu?.of === 'table' ? menu.at : null} onClose={close()}>
        <MenuItem onClick={close(() => run().addRowAfter().run())}>{t('learning.rich_text.add_row')}</MenuItem>
        <MenuItem onClick={close(() => run().addColumnAfter().run())}>{t('learning.rich_text.add_column')}</MenuItem>
        <MenuItem onClick={close(() => run().deleteRow().run())}>{t('learning.rich_text.delete_row')}</MenuItem>
        <MenuItem onClick={close(() => run().deleteColumn().run())}>{t('learning.rich_text.delete_column')}</MenuItem>
        <MenuItem onClick={close(() => run().deleteTable().run())}>{t('learning.rich_text.delete_table')}</MenuItem>
      </PopupMenu>
      {dialog === 'link' && <LinkDialog editor={editor} onClose={() => setDialog(null)} />}
      {dialog === 'video' && (
        <VideoDialog
          course={course}
          language={language}
          onClose={() => setDialog(null)}
          onVideo={(video) =>
            run()
              .insertContent([{ type: 'paragraph', content: [{ type: 'picture', attrs: video }] }, { type: 'paragraph' }])
              .run()
          }
        />
      )}
      {dialog === 'picture' && (
        <PictureDialog
          course={course}
          onClose={() => setDialog(null)}
          onPicture={(picture) => run().insertContent({ type: 'picture', attrs: picture }).run()}
        />
      )}
    </>
  )
}
