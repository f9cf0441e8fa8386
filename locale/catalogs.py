"""Extracts, checks and compiles the message catalogs; a build fails on any that is not whole.

As a build hook it compiles `locale/*/LC_MESSAGES/*.po` into the package. Run as a program it brings
the catalogs up to date with the sentences in the code.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

DOMAIN = "crescent_a11y"
SOURCE_LANGUAGE = "en"
ROOT = Path(__file__).resolve().parent.parent


def source_files(root: Path) -> list[Path]:
    """The `.po` files of all languages, sorted."""
    return sorted(root.glob(f"locale/*/LC_MESSAGES/{DOMAIN}.po"))


def load(path: Path) -> Catalog:
    """The catalog of a `.po` file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, domain=DOMAIN)


def strings(message: Message) -> tuple[list[str], list[str]]:
    """The source texts and the translations of a message, plural forms included."""
    sources = [*message.id] if isinstance(message.id, tuple) else [str(message.id)]
    texts = message.string
    return sources, list(texts) if isinstance(texts, tuple | list) else [texts]


def fields(text: str) -> set[str]:
    """The names of the placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def problems(catalog: Catalog) -> list[str]:
    """What keeps a catalog from being whole: fuzzy, empty or differing placeholders."""
    found = []
    forms = catalog.num_plurals
    for message in catalog:
        if not message.id:
            continue
        sources, texts = strings(message)
        wanted = fields(sources[-1])
        if message.fuzzy:
            found.append(f"fuzzy: {sources[0]!r}")
        elif not all(texts) or (len(sources) > 1 and len(texts) != forms):
            found.append(f"not translated: {sources[0]!r}")
        elif any(fields(text) != wanted for text in texts):
            found.append(f"other placeholders: {sources[0]!r}")
    return found


def compile_all(root: Path) -> None:
    """Compile every catalog into the package. Raises ValueError where one is not whole."""
    sources = source_files(root)
    if not sources:
        raise ValueError("no catalogs to compile")
    ids = {path: {(m.context, str(m.id)) for m in load(path) if m.id} for path in sources}
    for path in sources:
        catalog = load(path)
        found = problems(catalog)
        for other in sources:
            found += [f"missing: {name!r}" for name in sorted(ids[other] - ids[path], key=str)]
        if catalog.fuzzy or found:
            raise ValueError(f"{path.name} of {catalog.locale}: {'; '.join(found) or 'fuzzy'}")
        buffer = BytesIO()
        write_mo(buffer, catalog)
        folder = root / DOMAIN / "locale" / str(catalog.locale) / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{DOMAIN}.mo").write_bytes(buffer.getvalue())


def extract(root: Path) -> Catalog:
    """A catalog without translations of every sentence in the code."""
    catalog = Catalog(project="crescent-a11y", domain=DOMAIN, charset="utf-8")
    for file, line, message, comments, context in extract_from_dir(
        root / DOMAIN, method_map=[("**.py", "python")], comment_tags=("Translators:",)
    ):
        place = (f"{DOMAIN}/{file}", line)
        catalog.add(message, None, [place], auto_comments=comments, context=context)
    return catalog


def update(root: Path) -> None:
    """Bring the template and every catalog up to date with the code.

    The source language's new texts are their own translation; other languages' are left empty.
    """
    template = extract(root)
    with (root / "locale" / f"{DOMAIN}.pot").open("wb") as file:
        write_po(file, template, no_location=True, omit_header=True, sort_output=True, width=100)
    for path in source_files(root):
        catalog = load(path)
        # A template of its own for each: the catalog takes over the template's message objects.
        own = extract(root)
        own.creation_date = catalog.creation_date  # no change where no text has changed
        catalog.update(own, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        if str(catalog.locale) == SOURCE_LANGUAGE:
            for message in catalog:
                if message.id:
                    message.string = message.id
        with path.open("wb") as file:
            write_po(file, catalog, no_location=True, sort_output=True, width=100)
        print(f"{path.relative_to(root)}: {len(problems(catalog))} to do")  # noqa: T201


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # the catalogs can be brought up to date without the build tool
    pass
else:

    class CatalogHook(BuildHookInterface):  # type: ignore[type-arg]
        """Compiles the catalogs before the package is built or installed in place."""

        PLUGIN_NAME = "custom"

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
            """Compile; called by the build tool for wheels, sdists and editable installs."""
            compile_all(Path(self.root))


if __name__ == "__main__":
    update(ROOT)
    if "--compile" in sys.argv[1:]:
        compile_all(ROOT)
