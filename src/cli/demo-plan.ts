/** Eight tasks of about a second: parallel work, a collision, a chain, and something to read at the end. */
export const DEMO_PLAN = `config:
  parallel: 3
  # Runs on every result merged with all others, before it lands.
  check: test ! -e index.html || grep -q '<title>Todo</title>' index.html

tasks:
  - id: schema
    name: Design the database schema
    run: |
      echo "reading the requirements"; sleep 0.6
      printf 'create table todo (\\n  id integer primary key,\\n  title text not null,\\n  done integer not null default 0\\n);\\n' > schema.sql
      echo "wrote schema.sql"
    estimate: 0.6s
    files: [schema.sql]

  - id: api
    name: Write the API
    run: |
      for route in "GET /todos" "POST /todos" "DELETE /todos/:id"; do
        echo "route $route"; echo "$route" >> api.txt; sleep 0.4
      done
    dependencies: [schema]
    estimate: 1.2s
    files: [api.txt]

  - id: pages
    name: Build the pages
    run: |
      echo "layout"; sleep 0.5
      printf '<!doctype html>\\n<title>Todo</title>\\n<ul id="todos"></ul>\\n' > index.html
      echo "wrote index.html"; sleep 0.4
    priority: high
    estimate: 0.9s
    files: [index.html]

  - id: style
    name: Make it look good
    run: |
      echo "colours and type"; sleep 0.7
      printf 'body { font: 16px system-ui; }\\n' > style.css
      sed -i.bak 's#</title>#</title><link rel="stylesheet" href="style.css">#' index.html && rm index.html.bak
    dependencies: [pages]
    estimate: 0.7s
    files: [style.css, index.html]

  - id: script
    name: Connect pages and API
    run: |
      echo "fetching /todos"; sleep 0.8
      printf 'fetch("/todos").then(console.log)\\n' > todos.js
      printf '<script src="todos.js"></script>\\n' >> index.html
    dependencies: [api, pages]
    estimate: 0.8s
    files: [todos.js, index.html]

  - id: docs
    name: Write the manual
    run: |
      echo "one page is enough"; sleep 1
      printf '\\n## Routes\\n\\n' >> README.md
    estimate: 1s
    files: [README.md]

  - id: test
    name: Test it all together
    run: |
      for file in schema.sql api.txt index.html style.css todos.js; do
        test -s "$file" && echo "ok  $file"; sleep 0.2
      done
    dependencies: [style, script]
    estimate: 1s

  - id: release
    name: Write the release notes
    run: |
      printf '# 1.0\\n\\n%s routes, %s lines of HTML\\n' "$(wc -l < api.txt)" "$(wc -l < index.html)" > CHANGES.md
      cat CHANGES.md
    dependencies: [test, docs]
    estimate: 0.1s
`
