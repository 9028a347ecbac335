#!/usr/bin/env python3
"""Opens the page of `clgauge compare --html` in headless Chromium and checks that every chart has
drawn data: compare_page_test.py CLGAUGE STORE_JSON... Skips (77) without a browser."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Runs in the page: what Chart.js was given, and how many pixels each canvas shows.
PROBE = """
<script>
const found = charts.map(chart => {
  const canvas = chart.canvas;
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  let painted = 0;
  for (let i = 3; i < pixels.length; i += 4) painted += pixels[i] > 0;
  return { id: canvas.closest('section').id, painted,
           sets: chart.data.datasets.map(set => set.data.length) };
});
const probe = document.createElement('pre');
probe.id = 'probe';
probe.textContent = JSON.stringify(found);
document.body.appendChild(probe);
</script>
</body>"""


def main():
    clgauge, exports = sys.argv[1], sys.argv[2:]
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if browser is None:
        print("skipped: no Chromium (package chromium-headless-shell)")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, CLGAUGE_DB=os.path.join(folder, "store.db"))
        page = os.path.join(folder, "page.html")
        for export in exports:
            subprocess.run([clgauge, "import", export], env=environment, check=True)
        with open(exports[0], encoding="utf-8") as first, open(exports[1], encoding="utf-8") as second:
            devices = [json.load(file)["tables"]["devices"][0]["id"] for file in (first, second)]
        subprocess.run([clgauge, "compare", *devices, "--html", page, "--format", "json"],
                       env=environment, check=True, stdout=subprocess.DEVNULL)
        with open(page, encoding="utf-8") as file:
            text = file.read()
        assert not re.search(r'(src|href)\s*=\s*["\']?(https?:)?//', text), "the page needs the network"
        assert text.count("</body>") == 1
        with open(page, "w", encoding="utf-8") as file:
            file.write(text.replace("</body>", PROBE))
        shown = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile",
             "--virtual-time-budget=3000", "--dump-dom", "file://" + page],
            capture_output=True, text=True, timeout=100, check=True).stdout
    found = re.search(r'<pre id="probe">(.*?)</pre>', shown, re.S)
    assert found, "a script of the page failed"
    charts = {chart["id"]: chart for chart in json.loads(html.unescape(found.group(1)))}
    assert set(charts) == {"memory", "roofline", "fit", "costs"}, sorted(charts)
    for chart in charts.values():
        print(chart)
        assert chart["sets"] and all(count > 0 for count in chart["sets"]), chart
        assert chart["painted"] > 2000, chart
    assert len(charts["memory"]["sets"]) == 2 and len(charts["costs"]["sets"]) == 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
